// Reads ballots from the command line: npm run recognize -- photo.jpg [more.jpg ...]
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { refusalOf } from '#ballot/extracted.ts';
import { UnreadableImage } from '#recognizer/ballot-reader.ts';
import { readBallot } from '#recognizer/read-ballot.ts';

const paths = process.argv.slice(2);
if (paths.length === 0) {
  console.error('Usage: npm run recognize -- photo.jpg [more.jpg ...]');
  process.exit(2);
}
for (const path of paths) {
  try {
    const started = performance.now();
    const { documents } = await readBallot(await readFile(path), basename(path));
    const took = Math.round(performance.now() - started);
    const refusal = refusalOf(documents);
    if (refusal !== null) {
      console.error(`${path}: ${refusal} (${took} ms)`);
      process.exitCode = 1;
      continue;
    }
    for (const { form, confidence, fields } of documents) {
      console.log(`${path}: ${form}, confidence ${confidence.toFixed(2)} (${took} ms)`);
      for (const [label, field] of Object.entries(fields)) {
        console.log(`  ${label.padEnd(18)} ${String(field.value ?? 'blank').padEnd(8)} ${field.confidence.toFixed(3)}`);
      }
    }
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isMissing && !(error instanceof UnreadableImage)) throw error;
    console.error(`${path}: ${isMissing ? 'There is no such file.' : error.message}`);
    process.exitCode = 1;
  }
}
