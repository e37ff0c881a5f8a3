// Writes the committed photos and their true scores: node test/ballots/write-fixtures.ts
// Run it again only when the printed forms change, because recognizer.test.ts measures quality on these files.
import { writeFile } from 'node:fs/promises';
import { BALLOT_LAYOUTS } from '#ballot/layouts.ts';
import { makeBallot } from './make-ballot.ts';

const FIXTURES = [
  { name: 'letter-scan', layout: 0, level: 'L1', seed: 71 },
  { name: 'letter-photo', layout: 0, level: 'L3', seed: 72 },
  { name: 'a4-photo', layout: 1, level: 'L2', seed: 73 },
  { name: 'sheet-scan', layout: 2, level: 'L1', seed: 74 },
  { name: 'sheet-photo', layout: 2, level: 'L2', seed: 75 },
  { name: 'sheet-shadow', layout: 2, level: 'L3', seed: 76 },
] as const;

for (const { name, layout, level, seed } of FIXTURES) {
  const ballot = await makeBallot(BALLOT_LAYOUTS[layout]!, level, seed, 1700);
  const { scores, texts } = ballot;
  const expected = { form: ballot.layout.id, scores, texts };
  await writeFile(new URL(`fixtures/${name}.jpg`, import.meta.url), ballot.jpeg);
  await writeFile(new URL(`fixtures/${name}.json`, import.meta.url), `${JSON.stringify(expected, null, 2)}\n`);
}
