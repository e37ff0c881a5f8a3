// Prints every figure of docs/metrics.md: npm run bench:metrics -- [--seasons N] [--simulated]
// It needs R with lme4 (on Debian: apt-get install r-cran-lme4) and fails without it. With --simulated it only evaluates the
// simulated seasons, which needs no R and doesn't depend on what else the machine does.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MixedModel } from '#metrics/mixed-model.ts';
import { COMPONENTS, PRIORS, seasonDesign } from '#metrics/season-model.ts';
import { writeTidyCsv } from '#metrics/tidy-csv.ts';
import { evaluateRounds } from '#test/metrics/evaluate-rounds.ts';
import { evaluateSeasons } from '#test/metrics/evaluate-seasons.ts';
import { CROSSED, designOf, EXPECTED, seasonFixture, simpleFixture } from '#test/metrics/fixtures.ts';
import {
  EQUAL_STUDENTS,
  MOOT_LIKE,
  ONE_LINE_UP_PER_SIDE,
  ONE_PROGRAM,
  simulateSeason,
  wholeScore,
  type Variances,
} from '#test/metrics/simulated-season.ts';
import { randomFrom } from '#test/ballots/random.ts';
import { measureBeside, type Beside } from './metrics-beside.ts';

const { values: options } = parseArgs({
  options: { seasons: { type: 'string', default: '1000' }, simulated: { type: 'boolean', default: false } },
});
const seasons = Number(options.seasons);
let missed = 0;

function report(what: string, figure: string, bar: string, reached: boolean): void {
  if (!reached) missed += 1;
  console.log(`${reached ? 'reached' : 'MISSED '}  ${what}: ${figure} (bar: ${bar})`);
}

const distance = (actual: number, expected: number): number => Math.abs(actual / expected - 1);

/** The largest relative difference from lme4's variances and effects. */
function againstLme4(): void {
  for (const name of ['penicillin', 'dyestuff'] as const) {
    const expected = EXPECTED[name];
    const { variances } = new MixedModel(simpleFixture(name).design).estimate();
    const furthest = Math.max(...variances.map((variance, index) => distance(variance, expected.variances[index]!)));
    report(`lme4's ${name}, variances`, `differ by ${furthest.toExponential(1)}`, '4 digits', furthest < 5e-5);
  }
  for (const name of CROSSED) {
    const { variances } = new MixedModel(seasonDesign(seasonFixture(name)).design).estimate();
    const furthest = Math.max(
      ...COMPONENTS.map((component, index) => distance(variances[index]!, EXPECTED[name].variances[component])),
    );
    report(
      `crossed season "${name}", variances`,
      `differ by ${furthest.toExponential(1)}`,
      '4 digits',
      furthest < 5e-5,
    );
  }
}

const decimals = (value: number): string => value.toFixed(3);
const percentage = (value: number): string => `${(100 * value).toFixed(1)}%`;

/** 36 rounds are what the program's figures come from. */
function simulated(): void {
  console.log(
    `${seasons} simulated seasons each, seeds 1 to ${seasons}, 2 judges a round; every role, side and party has its own mean`,
  );
  const programs = [
    ['5 teams of 6', ONE_PROGRAM, 72],
    ['5 teams of 6', ONE_PROGRAM, 36],
    ['5 teams of 6', ONE_PROGRAM, 12],
    ['1 team of 8 whose line-ups never change', ONE_LINE_UP_PER_SIDE, 36],
  ] as const;
  for (const [name, program, rounds] of programs) {
    const evaluate = (variances: Variances) => evaluateSeasons({ ...program, rounds, variances }, seasons);
    const usual = evaluate(PRIORS);
    const equal = evaluate(EQUAL_STUDENTS);
    const moot = evaluate(MOOT_LIKE);
    const at = `${name}, ${rounds} rounds`;
    for (const [students, { coverage }] of Object.entries({ 'as in the program': usual, 'as in the moot': moot }))
      report(
        `${at}, coverage of the 90% intervals, students ${students}`,
        percentage(coverage),
        '88 to 92%',
        coverage >= 0.88 && coverage <= 0.92,
      );
    for (const [students, { estimates }] of Object.entries({ 'as in the program': usual, equal }))
      report(`${at}, error, students ${students}`, decimals(estimates), 'at most 1.01', estimates <= 1.01);
    const error = `${decimals(moot.estimates)}, with the true variances known ${decimals(moot.best)}`;
    if (moot.best > 0.8) console.log(`         ${at}, error, students as in the moot: ${error}, so .8 is out of reach`);
    else report(`${at}, error, students as in the moot`, error, 'at most .8', moot.estimates <= 0.8);
    for (const [students, { coverage, differing, named, estimates, best, averages }] of Object.entries({
      usual,
      equal,
      moot,
    }))
      console.log(
        `           ${students}: coverage ${percentage(coverage)}, error ${decimals(estimates)}, at best ${decimals(best)}, of plain averages ${decimals(averages)}, pairs are named in ${percentage(differing)} of roles, of which ${percentage(named)} are right`,
      );
  }
}

/** Before the scores can show that students differ more than those of the program. */
function fewRounds(): void {
  for (const rounds of [1, 4, 7, 12])
    for (const judges of [1, 2]) {
      const evaluate = (variances: Variances) =>
        evaluateSeasons({ ...ONE_PROGRAM, rounds, judges, variances }, seasons);
      const [usual, moot] = [PRIORS, MOOT_LIKE].map((variances) => percentage(evaluate(variances).coverage));
      console.log(
        `${rounds} rounds, judges ${judges}: coverage, students as in the program ${usual}, as in the moot ${moot}`,
      );
    }
}

/** How often one side of a round is called probably better, and how often that is right. */
function verdicts(): void {
  for (const sides of [3, 6, 12]) {
    const { called, said, right } = evaluateRounds({ sides, rounds: 12 }, seasons);
    console.log(
      `sides differ by ${sides} points: a verdict in ${percentage(called)} of rounds, with ${percentage(said)}, of which ${percentage(right)} are right`,
    );
  }
}

/**
 * Runs in a separate process, first cold and then warm, as in a long-lived worker. Reports processor time summed over
 * threads, which is the time on one idle core.
 */
const ONE_SEASON = `
  import { readFileSync } from 'node:fs';
  import { readTidyCsv } from '#metrics/tidy-csv.ts';
  import { seasonModel } from '#metrics/season-model.ts';
  import { trialsOf } from '#metrics/trials.ts';
  const trials = trialsOf(readTidyCsv(readFileSync(process.argv[1], 'utf8')).rows);
  const time = () => (process.cpuUsage().user + process.cpuUsage().system) / 1000;
  const start = time();
  const { estimates, ballots } = seasonModel(trials);
  const first = time() - start;
  for (let run = 0; run < 5; run += 1) seasonModel(trials);
  console.log(JSON.stringify({ first, warm: (time() - start - first) / 5, effects: estimates.length, ballots }));
`;

/** Linux's own figure: `resourceUsage().maxRSS` would include the program that started this one. */
const PRINT_PEAK = `data:text/javascript,import { readFileSync } from 'node:fs';
  process.on('exit', () => console.error(readFileSync('/proc/self/status', 'utf8').match(/VmHWM:\\s+(\\d+)/)[1]));`;

const root = join(import.meta.dirname, '..');

/** Megabytes at most of `npm run metrics -- file`, all included. */
function peakOfCommand(file: string): number {
  const [, ...command] = (
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Package
  ).scripts.metrics.split(' ');
  const { stderr } = spawnSync(process.execPath, ['--import', PRINT_PEAK, ...command, file], {
    encoding: 'utf8',
    cwd: root,
  });
  const peak = Number(stderr.trim()) / 1024;
  if (!(peak > 0)) throw new Error(stderr);
  return peak;
}
type Package = { scripts: { metrics: string } };

const USUAL = 'students keep to their teams';

function oneSeason(folder: string): void {
  const program = { teams: 10, teamSize: 6, rounds: 150, judges: 2, variances: PRIORS };
  const shapes = [
    [USUAL, program],
    ['one squad of 60, anybody in any part', { ...program, teams: 1, teamSize: 60, reshuffle: 1 }],
    ['the largest season, 1,155 rounds of 20 teams', { ...program, teams: 20, rounds: 1155 }],
  ] as const;
  for (const [shape, size] of shapes) {
    const file = join(folder, 'season.csv');
    const { rows } = simulateSeason(size, randomFrom(1));
    writeFileSync(file, writeTidyCsv(rows.map((row) => ({ ...row, score: wholeScore(row.score) }))));
    const args = ['--input-type=module-typescript', '--eval', ONE_SEASON, file];
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', cwd: root });
    if (stdout === '') throw new Error(stderr);
    const { first, warm, effects, ballots } = JSON.parse(stdout) as Record<string, number>;
    // From the second time on, Node has the code compiled, as it has for people.
    peakOfCommand(file);
    const peak = peakOfCommand(file);
    const time = `${first!.toFixed(0)} ms of processor time at first, ${warm!.toFixed(0)} ms warm`;
    const memory = `${peak.toFixed(0)} MB at most, with Node, the file and the tables`;
    console.log(`${shape}: ${ballots} ballots, ${size.teams * size.teamSize} students, ${effects} students in roles`);
    if (shape === USUAL) {
      report('  time', time, '300 ms', first! <= 300);
      report('  memory', memory, '100 MB', peak <= 100);
    } else console.log(`           ${time}; ${memory}`);
  }
}

/** One change a second is more than a busy tab room enters. Four a second is a stress test without a goal. */
async function besideOtherCalls(): Promise<void> {
  const times = ({ quiet, busy }: Beside['p99']): string => `${quiet.toFixed(1)} and ${busy.toFixed(1)} ms`;
  for (const pace of [
    { everyMs: 1000, phases: 8, reads: 3000 },
    { everyMs: 250, phases: 15, reads: 1000 },
  ]) {
    const { ballots, computed, taken, p50, p99, ratios } = await measureBeside(pace);
    const spread = ratios.toSorted((a, b) => a - b).map((ratio) => ratio.toFixed(1));
    const ratio = p99.busy / p99.quiet;
    const figure = `${times(p99)}, ${ratio.toFixed(2)} times`;
    console.log(
      `a season of ${ballots} ballots computed ${computed} times beside other calls, at most ${1000 / pace.everyMs} a ` +
        `second, ${taken.toFixed(0)} ms each`,
    );
    if (pace.everyMs === 1000) report('  p99 of other calls', figure, '1.5 times', ratio <= 1.5);
    else console.log(`           p99 of other calls: ${figure}`);
    console.log(`           p50 ${times(p50)}; p99 of each pair of phases ${spread.join(', ')} times`);
  }
}

const INST_EVAL = `
  suppressPackageStartupMessages(library(lme4))
  file <- commandArgs(TRUE)[1]
  write.csv(InstEval[c("s", "d", "y")], file, row.names = FALSE, quote = FALSE)
  time <- system.time(fit <- lmer(y ~ 1 + (1 | s) + (1 | d), InstEval))
  time <- time[["user.self"]] + time[["sys.self"]]
  sd <- as.data.frame(VarCorr(fit))
  cat(time, sd$sdcor[match(c("s", "d", "Residual"), sd$grp)], fixef(fit), as.character(packageVersion("lme4")))
`;

function instEval(folder: string): void {
  const file = join(folder, 'inst-eval.csv');
  const { stdout, stderr, error } = spawnSync('Rscript', ['-e', INST_EVAL, file], { encoding: 'utf8' });
  if (error || stdout === '')
    throw new Error(
      `R with lme4 is not installed (on Debian: apt-get install r-cran-lme4). ${error?.message ?? stderr}`,
    );
  const [time, s, d, rest, center] = stdout.split(' ').map(Number);
  const { design } = designOf(readFileSync(file, 'utf8'), 'y', ['s', 'd']);
  const start = process.cpuUsage();
  const model = new MixedModel(design);
  const { variances, steps } = model.estimate();
  model.use(variances);
  const { fixed } = model.predict();
  const { user, system } = process.cpuUsage(start);
  const seconds = (user + system) / 1e6;
  const deviations = variances.map(Math.sqrt);
  const furthest = Math.max(
    ...deviations.map((deviation, index) => distance(deviation, [s!, d!, rest!][index]!)),
    distance(fixed[0]!, center!),
  );
  const figures = [...deviations, fixed[0]!].map((value) => value.toFixed(4)).join(', ');
  report(
    `InstEval (student, lecturer, rest, mean)`,
    `${figures}, differ by ${furthest.toExponential(1)}`,
    '3 digits',
    furthest < 5e-4,
  );
  const against = `${seconds.toFixed(1)} s of processor time in ${steps} steps, lme4 ${stdout.split(' ').at(-1)!} ${time!.toFixed(1)} s`;
  report('InstEval, time', against, "3 times lme4's", seconds <= 3 * time!);
}

const folder = mkdtempSync(join(tmpdir(), 'courtside-metrics-'));
try {
  console.log(`${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, Node ${process.versions.node}`);
  againstLme4();
  if (!options.simulated) {
    oneSeason(folder);
    instEval(folder);
    await besideOtherCalls();
  }
  verdicts();
  fewRounds();
  simulated();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(missed === 0 ? 'Every bar is reached.' : `${missed} bars are missed.`);
process.exitCode = missed === 0 ? 0 : 1;
