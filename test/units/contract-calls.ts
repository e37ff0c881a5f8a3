// The contract's calls by name, and what their schemas say about a value.
import { isContractProcedure } from '@orpc/contract';
import { expect } from 'vitest';
import type { CallMeta } from '#contract/call.ts';
import { contract } from '#contract/index.ts';
import { SAMPLES } from './contract-samples/index.ts';

type Call = {
  meta: CallMeta;
  errorMap: Record<string, { status: number; message: string }>;
  inputSchema?: Schema;
  outputSchema: Schema;
};
type Checked = { value?: unknown; issues?: readonly { message: string; path?: readonly unknown[] }[] };
export type Schema = { '~standard': { validate(value: unknown): Checked | Promise<Checked> } };

export const call = (name: string): Call => {
  const [subject, verb] = name.split('.') as [keyof typeof contract, never];
  const procedure: unknown = contract[subject][verb];
  if (!isContractProcedure(procedure)) throw new Error(`There is no call ${name}.`);
  return procedure['~orpc'] as unknown as Call;
};
/** All of the contract, sorted. */
export const namesOfCalls = Object.entries(contract)
  .flatMap(([subject, verbs]) => Object.keys(verbs).map((verb) => `${subject}.${verb}`))
  .toSorted();
export const calls = Object.entries(SAMPLES).flatMap(([subject, verbs]) =>
  Object.entries(verbs).map(([verb, sample]) => ({ name: `${subject}.${verb}`, ...sample })),
);
export const sampleOf = (name: string): object => calls.find((one) => one.name === name)!.input as object;

export type Path = readonly string[];
/** A copy of `value` with something else at the path. */
export function replaced(value: unknown, [key, ...rest]: Path, leaf: unknown): unknown {
  if (key === undefined) return leaf;
  if (Array.isArray(value)) return value.with(Number(key), replaced(value[Number(key)], rest, leaf));
  return { ...(value as object), [key]: replaced((value as Record<string, unknown>)[key], rest, leaf) };
}

export const accepted = async (schema: Schema | undefined, value: unknown): Promise<unknown> => {
  const { value: result, issues } = await schema!['~standard'].validate(value);
  expect(issues).toBeUndefined();
  return result;
};
export const problems = async (schema: Schema | undefined, value: unknown): Promise<string[]> =>
  ((await schema!['~standard'].validate(value)).issues ?? []).map(({ message }) => message);
export const problemsWith = (name: string, change: object): Promise<string[]> =>
  problems(call(name).inputSchema, { ...sampleOf(name), ...change });
