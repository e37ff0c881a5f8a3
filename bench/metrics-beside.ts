// How much slower other calls are while seasons are recomputed: the whole product with its private PostgreSQL. Ballots of a
// season change all the time, and reads are timed, in turns while nobody asks for the season's figures and while somebody
// asks after each change.
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import type { Calls } from '#contract/index.ts';
import { csvLine } from '#ballot/csv.ts';
import { PRIORS } from '#metrics/season-model.ts';
import { TIDY_COLUMNS } from '#metrics/tidy-csv.ts';
import { randomFrom } from '#test/ballots/random.ts';
import { simulateSeason, wholeScore } from '#test/metrics/simulated-season.ts';
import { DEMO_PASSWORD, startProduct, withDataDir } from '../scripts/tools/product.ts';
import { startClient, type Request } from './load-client.ts';

const SEASON = '2019-20';
const TEAMS = 10;
const ROUNDS = 4;

export type Pace = {
  /** How often a ballot changes. */
  everyMs: number;
  /** Pairs of phases: one while nobody asks for the figures, one while somebody asks after each change. */
  phases: number;
  /** Of a phase: calls that pages begin with, one after the other. */
  reads: number;
};

/** 300 ballots of ten teams, as a file to import. */
function seasonFile(): File {
  const program = { teams: TEAMS, teamSize: 6, rounds: 150, judges: 2, variances: PRIORS };
  const lines = simulateSeason(program, randomFrom(1)).rows.map((row) => {
    const number = Number(row.round.slice(1)) - 1;
    const round = { round: String((Math.floor(number / TEAMS) % ROUNDS) + 1), ballot: row.ballot.split('-')[1]! };
    const cells = { ...row, ...round, season: SEASON, score: wholeScore(row.score) };
    return csvLine([...TIDY_COLUMNS.map((column) => cells[column]), `Team ${(number % TEAMS) + 1}`]);
  });
  return new File([csvLine([...TIDY_COLUMNS, 'team']), ...lines], 'season.csv');
}

/** A person's calls over the network, and the cookie that makes them theirs. */
async function signIn(url: string, email: string): Promise<{ calls: Calls; cookie: string; schoolId: string }> {
  let cookie = '';
  const link = new RPCLink({
    url: `${url}/api/rpc`,
    headers: () => ({ cookie }),
    fetch: async (request) => {
      const answer = await fetch(request);
      cookie ||= answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      return answer;
    },
  });
  const calls: Calls = createORPCClient(link);
  const { roles } = await calls.session.signIn({ email, password: DEMO_PASSWORD });
  return { calls, cookie, schoolId: Object.keys(roles)[0]! };
}

const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)]!;
const median = (numbers: readonly number[]): number => percentile(numbers, 0.5);

export type Beside = {
  ballots: number;
  /** How often the season was computed, and how many milliseconds the call took in the middle. */
  computed: number;
  taken: number;
  p50: { quiet: number; busy: number };
  p99: { quiet: number; busy: number };
  /** Of each pair of phases: the p99 of the busy one over that of the quiet one before it. */
  ratios: number[];
};

export async function measureBeside({ everyMs, phases, reads: count }: Pace): Promise<Beside> {
  let result: Beside | undefined;
  await withDataDir(async (dataDir) => {
    const product = await startProduct({ dataDir, settings: { LOG_LEVEL: 'error' } });
    const client = startClient();
    try {
      const { calls, cookie, schoolId } = await signIn(product.url, 'primary@demo.test');
      await calls.seasonFiles.run({ schoolId, id: randomUUID(), file: seasonFile(), choices: {} });
      const { rows: ballots } = await calls.keptBallots.inSeason({ schoolId, season: SEASON });

      const read = (name: string, json: unknown): Request => ({
        path: `/api/rpc/${name}`,
        body: JSON.stringify({ json }),
        headers: { cookie },
      });
      const reads = [read('assignments/inSchool', { schoolId }), read('session/me', undefined)];
      const requests = Array.from({ length: count }, (_, index) => reads[index % reads.length]!);

      let changes = 0;
      let ballot = ballots[0]!;
      const change = async (): Promise<void> => {
        changes += 1;
        const changed = { judge: `Judge ${changes}` };
        ballot = await calls.keptBallots.update({ schoolId, id: ballot.id, version: ballot.version, changed });
      };
      const taken: number[] = [];
      const ask = async (): Promise<void> => {
        const from = performance.now();
        await calls.metrics.season({ schoolId, season: SEASON });
        taken.push(performance.now() - from);
      };
      const timeReads = async (isBusy: boolean): Promise<number[]> => {
        const reading = { isOver: false };
        const times = client
          .send({ url: product.url, requests, connections: 1 })
          .finally(() => (reading.isOver = true));
        while (!reading.isOver) {
          const pause = setTimeout(everyMs);
          await change();
          if (isBusy) await ask();
          await pause;
        }
        return times;
      };

      await timeReads(true);
      taken.length = 0;
      const quiet: number[][] = [];
      const busy: number[][] = [];
      for (let phase = 0; phase < phases; phase += 1) {
        quiet.push(await timeReads(false));
        busy.push(await timeReads(true));
      }
      const at = (share: number) => ({
        quiet: percentile(quiet.flat(), share),
        busy: percentile(busy.flat(), share),
      });
      const ratios = busy.map((times, phase) => percentile(times, 0.99) / percentile(quiet[phase]!, 0.99));
      result = {
        ballots: ballots.length,
        computed: taken.length,
        taken: median(taken),
        p50: at(0.5),
        p99: at(0.99),
        ratios,
      };
    } finally {
      client.stop();
      await product.stop();
    }
  });
  return result!;
}
