// `npm run metrics -- scores.csv [--json] [--season NAME]`: prints what a season's scores say about each student, and how certain it is.
// The file is the tidy CSV of docs/metrics.md.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { seasonReport, seasonText } from '#metrics/report.ts';
import { seasonModel } from '#metrics/season-model.ts';
import { readTidyCsv } from '#metrics/tidy-csv.ts';
import { trialsOf } from '#metrics/trials.ts';

const USAGE = 'Usage: npm run metrics -- scores.csv [--json] [--season NAME]';

/** Prints what is wrong and exits. */
function refuse(...lines: string[]): never {
  for (const line of lines) console.error(line);
  process.exit(1);
}

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    return refuse(`Could not read ${file}: ${(error as Error).message}`);
  }
};

function options(): { file: string; json: boolean; season: string | undefined } {
  try {
    const { values, positionals } = parseArgs({
      options: { json: { type: 'boolean', default: false }, season: { type: 'string' } },
      allowPositionals: true,
    });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) return refuse(USAGE);
    return { file, json: values.json, season: values.season };
  } catch (error) {
    return refuse((error as Error).message, USAGE);
  }
}

const { file, json, season } = options();
const { rows, problems } = readTidyCsv(read(file));
if (problems.length > 0)
  refuse(
    ...problems.map(({ line, message }) => `${file}, line ${line}: ${message}`),
    `Nothing was computed. ${problems.length === 1 ? 'Fix this line' : `Fix these ${problems.length} lines`} and try again.`,
  );
const seasons = [...new Set(rows.map((row) => row.season))];
if (season === undefined && seasons.length > 1)
  refuse(`${file} contains several seasons. Choose one with --season: ${seasons.join(', ')}`);
if (season !== undefined && !seasons.includes(season))
  refuse(`${file} has no season "${season}". It has: ${seasons.join(', ')}`);

const trials = trialsOf(rows.filter((row) => season === undefined || row.season === season));
const model = seasonModel(trials);
if (json) console.log(JSON.stringify(seasonReport(trials, model), null, 2));
else for (const line of seasonText(trials, model)) console.log(line);
