// A round's line-up as a flat record, so that it is edited like every other record: only what changed counts, and a change
// by someone else shows up field by field.
import { ORPCError } from '@orpc/client';
import type { LineUp, Round, RoundPart } from '#contract/rounds.ts';
import { ALL_PARTS, type Part } from '#metrics/scores.ts';
import { conflictOf } from '#web/server/calls.ts';
import { partLabel } from '../part-words.ts';

/** Each direct with its witness. */
const WITH_WITNESSES: readonly Part[] = ALL_PARTS.filter((part) => !part.startsWith('witness')).flatMap((part) =>
  part.startsWith('direct') ? [part, part.replace('direct', 'witness') as Part] : [part],
);

/** The parts of a side, and those that somebody has although the sheet doesn't score them, as after a change of the sheet. */
export const partsToShow = (ofSheet: readonly Part[], values: LineUpValues): readonly Part[] =>
  WITH_WITNESSES.filter((part) => ofSheet.includes(part) || values[part] !== null);

/** The parts with a witness: the one who is played, or crossed. */
export const hasWitness = (part: Part): boolean => part.startsWith('witness') || part.startsWith('cross');
const WITNESS_PARTS = ALL_PARTS.filter(hasWitness);

type WitnessField = `${Part} witness`;
export type LineUpField = Part | WitnessField;
export type LineUpValues = Record<LineUpField, string | null>;
export type LineUpRecord = LineUpValues & { id: string; version: number };

export const witnessField = (part: Part): WitnessField => `${part} witness`;
export const LINE_UP_FIELDS: readonly LineUpField[] = [...ALL_PARTS, ...WITNESS_PARTS.map(witnessField)];
export const LINE_UP_LABELS = Object.fromEntries([
  ...ALL_PARTS.map((part) => [part, partLabel(part)]),
  ...WITNESS_PARTS.map((part) => [
    witnessField(part),
    `${partLabel(part)}, ${part.startsWith('cross') ? 'the witness crossed' : 'the witness played'}`,
  ]),
]) as Record<LineUpField, string>;

export function toValues(parts: readonly RoundPart[]): LineUpValues {
  const values = Object.fromEntries(LINE_UP_FIELDS.map((field) => [field, null])) as LineUpValues;
  for (const { part, studentId, witnessId } of parts) {
    values[part] = studentId;
    if (hasWitness(part)) values[witnessField(part)] = witnessId;
  }
  return values;
}

export const toParts = (values: LineUpValues): RoundPart[] =>
  ALL_PARTS.map((part) => ({
    part,
    studentId: values[part],
    witnessId: hasWitness(part) ? values[witnessField(part)] : null,
  })).filter(({ studentId, witnessId }) => studentId !== null || witnessId !== null);

export const toRecord = ({ roundId, version, parts }: LineUp): LineUpRecord => ({
  id: roundId,
  version,
  ...toValues(parts),
});

/** A conflict's current line-up as a record. */
export function withRecord(error: unknown): unknown {
  const conflict = conflictOf(error);
  if (!(error instanceof ORPCError) || conflict === null) return error;
  const { code, status, message } = error;
  return new ORPCError(code, { status, message, data: { ...conflict, current: toRecord(conflict.current as LineUp) } });
}

/** The last line-up of the same team on the same side before a round. `rounds` are in the order they were played. */
export function lastLike(
  round: Round,
  rounds: readonly Round[],
  lineUps: readonly Pick<LineUp, 'roundId' | 'parts'>[],
): RoundPart[] | undefined {
  return rounds
    .slice(
      0,
      rounds.findIndex(({ id }) => id === round.id),
    )
    .filter(({ teamId, side }) => teamId !== null && teamId === round.teamId && side === round.side)
    .map(({ id }) => lineUps.find(({ roundId }) => roundId === id)?.parts ?? [])
    .findLast((parts) => parts.length > 0);
}
