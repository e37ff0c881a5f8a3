// Prints every figure of docs/metrics.md: npm run bench:metrics -- [--seasons N]
// It needs R with lme4 (on Debian: apt-get install r-cran-lme4) and fails without it.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MixedModel } from '#metrics/mixed-model.ts';
import { COMPONENTS, PRIORS, seasonDesign } from '#metrics/season-model.ts';
import { writeTidyCsv } from '#metrics/tidy-csv.ts';
import { evaluateSeasons } from '#test/metrics/evaluate-seasons.ts';
import { CROSSED, designOf, EXPECTED, seasonFixture, simpleFixture } from '#test/metrics/fixtures.ts';
import {
  EQUAL_STUDENTS,
  MOOT_LIKE,
  ONE_PROGRAM,
  simulateSeason,
  type Variances,
} from '#test/metrics/simulated-season.ts';
import { randomFrom } from '#test/ballots/random.ts';

const { values: options } = parseArgs({ options: { seasons: { type: 'string', default: '1000' } } });
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

/** The limits are for 72 rounds, which is 144 ballots. Smaller programs are printed beside them. */
function simulated(): void {
  for (const rounds of [72, 36, 12]) {
    const evaluate = (variances: Variances) => evaluateSeasons({ ...ONE_PROGRAM, rounds, variances }, seasons);
    const usual = evaluate(PRIORS);
    const equal = evaluate(EQUAL_STUDENTS);
    const moot = evaluate(MOOT_LIKE);
    console.log(`${seasons} seasons of ${rounds} rounds with 2 judges, 30 students`);
    if (rounds === 72) {
      const within = usual.coverage >= 0.88 && usual.coverage <= 0.92;
      report('  coverage of the 90% intervals', percentage(usual.coverage), '88 to 92%', within);
      report('  error, students equal', decimals(equal.estimates), 'at most 1.01', equal.estimates <= 1.01);
      report('  error, students as in the moot', decimals(moot.estimates), 'at most .8', moot.estimates <= 0.8);
    }
    for (const [name, { coverage, estimates, averages }] of Object.entries({ usual, equal, moot }))
      console.log(
        `           ${name}: coverage ${percentage(coverage)}, error ${decimals(estimates)}, of plain averages ${decimals(averages)}`,
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
  const before = process.memoryUsage.rss();
  const time = () => (process.cpuUsage().user + process.cpuUsage().system) / 1000;
  const start = time();
  const { estimates, ballots } = seasonModel(trials);
  const first = time() - start;
  for (let run = 0; run < 5; run += 1) seasonModel(trials);
  console.log(JSON.stringify({ first, warm: (time() - start - first) / 5, effects: estimates.length, ballots,
    peak: process.resourceUsage().maxRSS / 1024, added: process.resourceUsage().maxRSS / 1024 - before / 2 ** 20 }));
`;

const USUAL = 'students keep to their teams';

function oneSeason(folder: string): void {
  const program = { teams: 10, teamSize: 6, rounds: 150, judges: 2, variances: PRIORS };
  const shapes = [
    [USUAL, program],
    ['one squad of 60, anybody in any part', { ...program, teams: 1, teamSize: 60, reshuffle: 1 }],
  ] as const;
  for (const [shape, size] of shapes) {
    const file = join(folder, 'season.csv');
    writeFileSync(
      file,
      writeTidyCsv(simulateSeason(size, randomFrom(1)).rows.map((row) => ({ ...row, score: whole(row.score) }))),
    );
    const args = ['--input-type=module-typescript', '--eval', ONE_SEASON, file];
    const { stdout, stderr } = spawnSync(process.execPath, args, {
      encoding: 'utf8',
      cwd: join(import.meta.dirname, '..'),
    });
    if (stdout === '') throw new Error(stderr);
    const { first, warm, effects, ballots, peak, added } = JSON.parse(stdout) as Record<string, number>;
    const time = `${first!.toFixed(0)} ms of processor time at first, ${warm!.toFixed(0)} ms warm`;
    const memory = `${added!.toFixed(0)} MB at most, ${peak!.toFixed(0)} MB with Node and the file`;
    console.log(`${shape}: ${ballots} ballots, 60 students, ${effects} students in roles`);
    if (shape === USUAL) {
      report('  time', time, '300 ms', first! <= 300);
      report('  memory', memory, '100 MB', added! <= 100);
    } else console.log(`           ${time}; ${memory}`);
  }
}

const whole = (score: number | null): number => Math.min(10, Math.max(0, Math.round(score ?? 0)));

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
  oneSeason(folder);
  instEval(folder);
  simulated();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(missed === 0 ? 'Every bar is reached.' : `${missed} bars are missed.`);
process.exitCode = missed === 0 ? 0 : 1;
