// Compares what was read with what was written.
import { MIN_FIELD_CONFIDENCE } from '#ballot/extracted.ts';
import { recognitionLabel, SCORE_FIELDS } from '#ballot/form.ts';
import type { ReadBallot } from '#recognizer/ballot-reader.ts';
import type { Level } from './camera.ts';
import type { TestBallot } from './make-ballot.ts';

type JudgedField = { truth: number | null | 'odd'; value: number | null; confidence: number };
/** `fields` is empty when the form was not found. */
export type Judged = { level: Level; markers: boolean; found: boolean; fields: JudgedField[] };

/** A cell counts as found within this distance of its true position, in points. */
const NEAR = 5;

export function judged(ballot: TestBallot, { documents, image }: ReadBallot): Judged {
  const { level, layout, scores, toPage } = ballot;
  const markers = layout.markers.length > 0;
  const [document] = documents;
  if (document?.form !== layout.id || document.confidence < 0.7) return { level, markers, found: false, fields: [] };
  let off = 0;
  const fields = SCORE_FIELDS.map((field): JudgedField => {
    const read = document.fields[recognitionLabel(field)]!;
    const [a, , c] = read.box!;
    const scale = ballot.width / image.width;
    const [x, y] = toPage(((a![0] + c![0]) / 2) * scale, ((a![1] + c![1]) / 2) * scale);
    const { rect } = layout.cells[field];
    off = Math.max(off, Math.hypot(x - rect.x - rect.width / 2, y - rect.y - rect.height / 2));
    return { truth: scores[field], value: read.value as number | null, confidence: read.confidence };
  });
  return { level, markers, found: off < NEAR, fields };
}

export type Compared = {
  found: number;
  fields: number;
  right: number;
  wrong: number;
  allRight: number;
  /** Wrong fields among the 5% with the lowest confidence. */
  caught: number;
  /** Wrong and not marked. */
  unmarked: number;
  marked: number;
  odd: number;
  oddMarked: number;
};

/** The page marks every unread cell, even if the recognizer is sure that it is empty (`#ballot/doubts.ts`). */
const sureness = ({ value, confidence }: JudgedField): number => (value === null ? 0 : confidence);

export function compare(ballots: readonly Judged[]): Compared {
  const all = ballots.flatMap(({ fields }) => fields);
  const odd = all.filter(({ truth }) => truth === 'odd');
  const fields = all.filter(({ truth }) => truth !== 'odd');
  const wrong = fields.filter(({ truth, value }) => truth !== value);
  const leastSure = fields.toSorted((one, other) => sureness(one) - sureness(other)).slice(0, fields.length / 20);
  const isMarked = (field: JudgedField): boolean => sureness(field) < MIN_FIELD_CONFIDENCE;
  return {
    found: ballots.filter(({ found }) => found).length,
    fields: fields.length,
    right: fields.length - wrong.length,
    wrong: wrong.length,
    allRight: ballots.filter(
      (one) => one.fields.length > 0 && one.fields.every(({ truth, value }) => truth === 'odd' || truth === value),
    ).length,
    caught: leastSure.filter(({ truth, value }) => truth !== value).length,
    unmarked: wrong.filter((field) => !isMarked(field)).length,
    marked: fields.filter(isMarked).length,
    odd: odd.length,
    oddMarked: odd.filter(isMarked).length,
  };
}
