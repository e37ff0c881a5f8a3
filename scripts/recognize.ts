// Reads ballots from the command line.
//   npm run recognize -- photo.jpg [more.jpg ...]            prints the names and scores on each ballot
//   npm run recognize -- --template photos/ > scores.csv     a file to fill in with what the photos show
//   npm run recognize -- --truth scores.csv photos/          measures how well it reads these photos (docs/recognition.md)
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { MIN_FIELD_CONFIDENCE, refusalOf } from '#ballot/extracted.ts';
import { recognitionLabel, SCORE_FIELDS } from '#ballot/form.ts';
import { UnreadableImage } from '#recognizer/ballot-reader.ts';
import { readBallot } from '#recognizer/read-ballot.ts';
import { calibrationLines, figuresTable, type JudgedBallot, mistakesLine } from './tools/reading-figures.ts';
import { type PhotoTruth, readTruth, truthTemplate } from './tools/truth-file.ts';

type Fields = Readonly<Record<string, { value: string | number | null; confidence: number }>>;
type Read = { fields: Fields; summary: string };

const USAGE = 'Usage: npm run recognize -- photo.jpg [more.jpg ...]';

function refuse(...lines: string[]): never {
  for (const line of lines) console.error(line);
  process.exit(2);
}

function readArguments() {
  try {
    return parseArgs({
      options: { template: { type: 'boolean', default: false }, truth: { type: 'string' } },
      allowPositionals: true,
    });
  } catch (error) {
    return refuse((error as Error).message, USAGE);
  }
}

const { values: options, positionals } = readArguments();
const [folder] = positionals;
if (folder === undefined) refuse(USAGE);
const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
if (options.template) {
  if (!isFolder(folder)) refuse(`${folder}: There is no such folder.`);
  const photos = readdirSync(folder).filter((name) => /\.(jpe?g|png)$/i.test(name));
  console.log(truthTemplate(photos.toSorted()));
} else if (options.truth !== undefined) await measure(truthFrom(options.truth), folder);
else for (const path of positionals) await print(path);

/** What is in one photo, or null after saying why it can't be read. */
async function readPhoto(path: string): Promise<Read | null> {
  const refused = (reason: string): null => {
    console.error(`${path}: ${reason}`);
    process.exitCode = 1;
    return null;
  };
  if (!existsSync(path)) return refused('There is no such file.');
  if (isFolder(path)) return refused('This is a folder. Name the photos in it.');
  try {
    const started = performance.now();
    const { documents } = await readBallot(readFileSync(path), basename(path));
    const took = `${Math.round(performance.now() - started)} ms`;
    const [document] = documents;
    const refusal = refusalOf(documents);
    if (!document || refusal !== null) return refused(`${refusal} (${took})`);
    const { form, confidence, fields } = document;
    return { fields, summary: `${form}, confidence ${confidence.toFixed(2)} (${took})` };
  } catch (error) {
    if (error instanceof UnreadableImage) return refused(error.message);
    throw error;
  }
}

async function print(path: string): Promise<void> {
  const read = await readPhoto(path);
  if (!read) return;
  console.log(`${path}: ${read.summary}`);
  for (const [label, field] of Object.entries(read.fields))
    console.log(`  ${label.padEnd(18)} ${String(field.value ?? 'blank').padEnd(8)} ${field.confidence.toFixed(3)}`);
}

function truthFrom(path: string): PhotoTruth[] {
  try {
    return readTruth(readFileSync(path, 'utf8'));
  } catch (error) {
    return refuse(`${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The same figures as in docs/recognition.md, and every cell that was read wrongly, to look at. */
async function measure(truths: readonly PhotoTruth[], photos: string): Promise<void> {
  const ballots: JudgedBallot[] = [];
  for (const { photo, judge, scores } of truths) {
    const read = await readPhoto(join(photos, photo));
    const fields = SCORE_FIELDS.map((field) => {
      const { value = null, confidence = 0 } = read?.fields[recognitionLabel(field)] ?? {};
      return { field, truth: scores[field], value: value === null ? null : Number(value), confidence };
    });
    ballots.push({ writer: judge, found: read !== null, fields: read ? fields : [] });
    if (!read) continue;
    for (const { field, truth, value, confidence } of fields) {
      if (truth === value || truth === 'odd') continue;
      const mark = value === null || confidence < MIN_FIELD_CONFIDENCE ? 'marked' : 'NOT MARKED';
      console.log(`${photo}: ${recognitionLabel(field)} is ${truth ?? 'blank'}, read as ${value ?? 'blank'}, ${mark}`);
    }
  }
  console.log(`\n${figuresTable([['your photos', ballots]])}\n`);
  console.log(`Calibration:\n  ${calibrationLines(ballots).join('\n  ')}\n${mistakesLine(ballots)}`);
}
