// The mixed model of a school's season, computed on a worker thread and kept until a ballot or line-up changes. It is read
// with the owner's rights: handlers give people only what Postgres lets them see. It takes about 0.1 s, but minutes for 1,000 students on
// a busy machine.
import { join } from 'node:path';
import { ORPCError } from '@orpc/server';
import { sql, type RawBuilder } from 'kysely';
import type { Side } from '#ballot/form.ts';
import type { Sheet } from '#ballot/sheet/sheet.ts';
import type { KeptScores } from '#contract/kept-ballots.ts';
import { COMPUTING, OUTDATED, TOO_LARGE } from '#contract/metrics.ts';
import type { SheetDescription } from '#contract/sheets.ts';
import type { Part, Role } from '#metrics/scores.ts';
import { scoredParts, type ScoredPart } from '#metrics/sheet-parts.ts';
import type { SeasonModel } from '#metrics/season-model.ts';
import type { RoleVerdict } from '#metrics/sentences.ts';
import { openTurns } from '#workers/in-turn.ts';
import { JobFailed, openWorkerPool } from '#workers/worker-pool.ts';
import { valueOf, type Database } from '../database/database.ts';
import { within } from '../http/within.ts';
import { sheetFrom } from './sheet-of.ts';

/** The model, and what the season page says about it. */
export type Fitted = SeasonModel & {
  verdicts: Map<Role, RoleVerdict>;
  /** Where the variances come from. */
  source: string[];
};

/** The model of one score sheet; `sheets` lists all sheets of the season, the one with the most ballots first. */
export type SeasonFigures = FittedOn & {
  sheetId: string;
  sheets: { id: string; title: string; ballots: number }[];
  /** Whether ballots have changed since they were computed. If so, `source` says it first. */
  isOutdated: boolean;
};

/** With the scores of the score sheet's newest version. */
type FittedOn = Fitted & { scored: Record<Side, ScoredPart[]> };

/** `sheets`: the versions of the sheet. */
export type ModelJob = { texts: readonly string[]; sheets: readonly Sheet[] };

/** One ballot, and which students did which part on either side. Students are their ids. */
export type ModelBallot = {
  id: string;
  round: string;
  judge: string;
  /** Of the sheet. */
  edition: number;
  scores: KeptScores;
  students: Record<Side, Partial<Record<Part, string>>>;
};

export const PROGRAM = join(import.meta.dirname, 'model-worker.ts');
const seasonPool = openWorkerPool<ModelJob, Fitted>({
  program: PROGRAM,
  maxThreads: 2,
  maxWaiting: 100,
  maxSeconds: 300,
  // A larger space for short-lived objects would take 40 MB more and save no time.
  resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 12 },
});

/** A season of so many ballots takes at most three seconds of processor time, a larger one half a minute. */
const MAX_ORDINARY_BALLOTS = 1000;

/** A call waits no longer, and gets the model before. The newest is computed all the same, for the next call. */
const MAX_WAIT_MS = { ordinary: 20_000, large: 1000 };

/** A computation that took too long is tried again after an hour: the machine may have been busy. */
const RETRY_AFTER_MS = 3_600_000;

const tookTooLong = (error: unknown): boolean => error instanceof JobFailed && error.reason === 'timeout';
const tookTooMuchMemory = (error: unknown): boolean =>
  error instanceof JobFailed &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** Rounds read in one statement: little enough that other statements come in between. */
const ROUNDS_AT_ONCE = 10;

/** Seasons that are kept in memory: a season of 60 students takes at most a megabyte. */
const MAX_KEPT = 60;

/** Names the turn of the large seasons among those of the schools. */
const LARGE = 'large';

export type SeasonModels = {
  /** Null: the season has no ballot of a round. @throws {JobFailed | ORPCError} */
  of(schoolId: string, season: string, sheetId?: string): Promise<SeasonFigures | null>;
};

type Kept = {
  fingerprint: string;
  rounds: readonly string[];
  model: Promise<FittedOn | null>;
  hasBegun?: boolean;
  fitted?: FittedOn | null;
  /** What was computed of older ballots, or is. */
  before?: Kept | undefined;
  /** Whether somebody was shown older figures instead. */
  isAwaited?: boolean;
};

export function openSeasonModels(
  { owner }: Pick<Database, 'owner'>,
  pool = seasonPool,
  { maxWaitMs = MAX_WAIT_MS, retryAfterMs = RETRY_AFTER_MS } = {},
): SeasonModels {
  const kept = new Map<string, Kept>();
  /** Of each school, and of all large seasons. */
  const inTurn = openTurns();

  const rowsOf = async <Row>(statement: RawBuilder<Row>): Promise<Row[]> => (await statement.execute(owner)).rows;

  /** The season's rounds in their order. */
  async function roundsOf(schoolId: string, season: string): Promise<string[]> {
    const rows = await rowsOf(sql<{ id: string }>`
      select r.id from tournaments t join rounds r on r.tournament_id = t.id
        where t.school_id = ${schoolId}::uuid and t.season = ${season}
        order by t.starts_on, t.id, r.number, r.id`);
    return rows.map(({ id }) => id);
  }

  /**
   * Changes with every ballot, score, round and part of the rounds, and with every version of the sheet. Counts would be the same after
   * one student was restored and another deleted.
   */
  function fingerprintOf(rounds: readonly string[], sheetId: string): Promise<string> {
    const fingerprint = sql<string>`(
      select concat_ws(' ', r.*, b.*, p.*, s.*)
        from (select sum(uuid_hash_extended(id, version)), max(updated_at) from rounds where id = any(${rounds}::uuid[])) r,
          (select sum(uuid_hash_extended(id, version)), max(updated_at) from kept_ballots where round_id = any(${rounds}::uuid[])) b,
          (select sum(uuid_hash_extended(student_id, 0)) from round_parts where round_id = any(${rounds}::uuid[])) p,
          (select max(edition) from score_sheets where id = ${sheetId}) s)`;
    return valueOf(owner, fingerprint);
  }

  /** The ballots of some rounds as JSON, in the order of the rounds; null when they have none. */
  function ballotsOf(rounds: readonly string[], sheetId: string): Promise<string | null> {
    const ballots = sql<string | null>`(
      with played as materialized (
        select r.id, at, json_build_object(r.side, coalesce((select json_object_agg(p.part, p.student_id)
              from round_parts p where p.round_id = r.id and p.student_id is not null), '{}'),
            case r.side when 'p' then 'd' else 'p' end, coalesce((select json_object_agg(p.part, p.student_id)
              from rounds other join round_parts p on p.round_id = other.id
              where other.shared_with = r.id and p.student_id is not null), '{}')) as students
        from unnest(${rounds}::uuid[]) with ordinality as asked (id, at) join rounds r on r.id = asked.id)
      select json_agg(json_build_object('id', b.id, 'round', p.id, 'judge', b.judge, 'edition', b.sheet_edition, 'scores', x.scores,
          'students', p.students) order by p.at, b.number)::text
        from played p join kept_ballots b on b.round_id = p.id and b.sheet_id = ${sheetId}
          join ballot_scores x on x.ballot_id = b.id)`;
    return valueOf(owner, ballots);
  }

  /**
   * Reads a few rounds at a time, and hands the text that Postgres made of them to the thread: reading JSON here would hold up
   * other calls. A ballot that changes meanwhile changes the fingerprint too.
   */
  async function compute(rounds: readonly string[], sheetId: string): Promise<FittedOn | null> {
    const ballots: string[] = [];
    for (let first = 0; first < rounds.length; first += ROUNDS_AT_ONCE) {
      const read = await ballotsOf(rounds.slice(first, first + ROUNDS_AT_ONCE), sheetId);
      if (read !== null) ballots.push(read);
    }
    if (ballots.length === 0) return null;
    const versions = await rowsOf(sql<{ version: number; title: string; description: SheetDescription }>`
      select edition as version, title, description from score_sheets where id = ${sheetId} order by edition desc`);
    const sheets = versions.map((version) => sheetFrom({ id: sheetId, ...version }));
    const newest = sheets[0]!;
    const scored = { p: scoredParts(newest, 'p'), d: scoredParts(newest, 'd') };
    const fitted = await pool.run({ texts: ballots, sheets }).catch((cause: unknown) => {
      const isTooLarge = tookTooLong(cause) || tookTooMuchMemory(cause);
      throw isTooLarge ? new ORPCError('TOO_LARGE', { ...TOO_LARGE, cause }) : cause;
    });
    return { ...fitted, scored };
  }

  /** The sheets of the rounds' ballots, the one with most first. */
  const sheetsOf = (rounds: readonly string[]): Promise<SeasonFigures['sheets']> =>
    rowsOf(sql<SeasonFigures['sheets'][number]>`
      select b.sheet_id as id, (select title from score_sheets s where s.id = b.sheet_id order by edition desc limit 1) as title,
          count(*)::integer as ballots
        from kept_ballots b where b.round_id = any(${rounds}::uuid[]) group by b.sheet_id order by count(*) desc, b.sheet_id`);

  async function of(schoolId: string, season: string, chosen?: string): Promise<SeasonFigures | null> {
    const rounds = await roundsOf(schoolId, season);
    const sheets = await sheetsOf(rounds);
    const sheet = sheets.find(({ id }) => id === chosen) ?? sheets[0];
    if (sheet === undefined) return null;
    const newest = { fingerprint: await fingerprintOf(rounds, sheet.id), rounds };
    const isLarge = sheet.ballots > MAX_ORDINARY_BALLOTS;
    const computing = new ORPCError('COMPUTING', COMPUTING);
    const entry = entryOf(schoolId, season, sheet.id, newest, isLarge);
    const model = within(maxWaitMs[isLarge ? 'large' : 'ordinary'], entry.model, computing);
    const fitted = await model.catch((error: unknown) => {
      const older = entry.before?.fitted ?? entry.before?.before?.fitted;
      if (error !== computing || !older) throw error;
      entry.isAwaited = true;
      return { ...older, source: [OUTDATED, ...older.source], isOutdated: true };
    });
    return fitted && { isOutdated: false, ...fitted, sheetId: sheet.id, sheets };
  }

  /** A school computes one season at a time, and all schools together one large season, so that a thread is free for the others. */
  function entryOf(
    schoolId: string,
    season: string,
    sheetId: string,
    newest: Pick<Kept, 'fingerprint' | 'rounds'>,
    isLarge: boolean,
  ): Kept {
    const key = `${schoolId} ${season} ${sheetId}`;
    const known = kept.get(key);
    if (known?.fingerprint === newest.fingerprint) return known;
    // What hasn't begun yet reads the newest ballots. What has is finished, or ballots that change often would have no figures.
    if (known && !known.hasBegun) return Object.assign(known, newest);
    const model = inTurn(isLarge ? LARGE : schoolId, () => {
      entry.hasBegun = true;
      return compute(entry.rounds, sheetId);
    });
    const entry: Kept = { ...newest, model, before: known };
    // The oldest entry comes first.
    kept.delete(key);
    kept.set(key, entry);
    for (const oldest of kept.keys()) if (kept.size > MAX_KEPT) kept.delete(oldest);
    void model.then(
      async (fitted) => {
        Object.assign(entry, { fitted, before: undefined });
        if (entry.isAwaited) await tellNewer(schoolId);
      },
      () => {},
    );
    const forget = () => kept.get(key) === entry && kept.delete(key);
    model.catch((error: unknown) => {
      // Another failure than that of a season that is too large is not kept.
      if (!(error instanceof ORPCError)) forget();
      else if (tookTooLong(error.cause)) setTimeout(forget, retryAfterMs).unref();
    });
    return entry;
  }

  /** Pages that show older figures ask again. */
  const tellNewer = (schoolId: string) =>
    rowsOf(
      sql`select pg_notify('courtside_changes', json_build_array('keptBallot', ${schoolId}::uuid, null)::text)`,
    ).catch(() => {});

  return { of };
}
