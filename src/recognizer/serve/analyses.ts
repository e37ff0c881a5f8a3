// Analyses that callers of the recognizer service may still ask for, in memory only.
import { randomUUID } from 'node:crypto';
import { type ReadBallot, UnreadableImage } from '#recognizer/ballot-reader.ts';

const KEPT_MS = 5 * 60_000;
/** Beyond this many, the oldest finished analyses are forgotten early. */
const MAX_ANALYSES = 100;

type AnalysisFailure = { code: string; message: string };
export type Analysis = {
  modelId: string;
  createdAt: string;
  updatedAt: string;
  read?: ReadBallot;
  failure?: AnalysisFailure;
};

export type Analyses = {
  find(id: string): Analysis | undefined;
  /** Makes room by forgetting finished analyses. False when all are still running. */
  makeRoom(): boolean;
  /** Keeps the outcome of `reading` and returns the id to ask for it. */
  add(modelId: string, reading: Promise<ReadBallot>): string;
};

/** The analyses of the last five minutes, in memory. To make room, finished ones are forgotten, the oldest first. */
export function openAnalyses(): Analyses {
  const kept = new Map<string, Analysis>();
  return {
    find: (id) => kept.get(id),

    makeRoom: () => {
      for (const [id, { read, failure }] of kept) {
        if (kept.size < MAX_ANALYSES) break;
        if (read ?? failure) kept.delete(id);
      }
      return kept.size < MAX_ANALYSES;
    },

    add: (modelId, reading) => {
      const id = randomUUID();
      const now = new Date().toISOString();
      const analysis: Analysis = { modelId, createdAt: now, updatedAt: now };
      const finish = (outcome: Partial<Analysis>): void => {
        Object.assign(analysis, outcome, { updatedAt: new Date().toISOString() });
        setTimeout(() => kept.delete(id), KEPT_MS).unref();
      };
      kept.set(id, analysis);
      reading.then(
        (read) => finish({ read }),
        (error: unknown) => finish({ failure: failureOf(error) }),
      );
      return id;
    },
  };
}

const failureOf = (error: unknown): AnalysisFailure =>
  error instanceof UnreadableImage
    ? { code: 'InvalidContent', message: error.message }
    : { code: 'InternalServerError', message: error instanceof Error ? error.message : 'The recognizer failed.' };
