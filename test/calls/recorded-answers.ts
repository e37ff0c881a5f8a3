// The contract's calls by name, with a record of the answers to each.
import { isContractProcedure } from '@orpc/contract';
import type { CallMeta } from '#contract/call.ts';
import { contract, type Calls } from '#contract/index.ts';
import { CALLS } from '../permissions/rows.ts';
import { type Target } from '../permissions/target.ts';

/** The calls that follow the permission matrix, by name. */
export const MATRIX_CALLS: ReadonlyMap<string, CallMeta & { may: { subject: string } }> = new Map(
  Object.entries(contract).flatMap(([subject, verbs]) =>
    Object.entries<unknown>(verbs).flatMap(([verb, call]) => {
      if (!isContractProcedure(call)) return [];
      const meta = call['~orpc'].meta as CallMeta;
      return typeof meta.may === 'object' ? [[`${subject}.${verb}`, { ...meta, may: meta.may }] as const] : [];
    }),
  ),
);

export const namesOf = (writes: boolean): string[] =>
  [...MATRIX_CALLS].flatMap(([name, meta]) => (meta.writes === writes ? [name] : []));

/** The same calls, which also record each answer. */
function noting(calls: Calls, answers: unknown[]): Calls {
  type Call = (input: unknown) => Promise<unknown>;
  const noted = (call: Call) => async (input: unknown) => {
    const answer = await call(input);
    answers.push(answer instanceof File ? [answer.name, await answer.text()] : answer);
    return answer;
  };
  const verbs = (of: Record<string, Call>) => new Proxy(of, { get: (all, verb: string) => noted(all[verb]!) });
  return new Proxy(calls, { get: (all, subject: keyof Calls) => verbs(all[subject] as never) });
}

/** A call's answer as JSON, or the code of its refusal. */
export async function answerOf(calls: Calls, name: string, target: Target): Promise<string> {
  const answers: unknown[] = [];
  await CALLS[name]!(noting(calls, answers), target).catch((error: { code?: string }) => answers.push(error.code));
  return JSON.stringify(answers);
}
