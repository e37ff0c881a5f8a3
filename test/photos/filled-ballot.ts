// A photo of a filled-in ballot, and what is written on it. The generator in test/ballots made it (Letter, L2, number 3).
// `pCross1` has a stray pen stroke beside its 5: the reader gets that score right but isn't sure of it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ScoreField, TextField } from '#ballot/form.ts';

export const PHOTO_PATH = join(import.meta.dirname, 'filled-ballot.jpg');
/** The same photo with ink blots over three scores, which nobody can read. The reader is also unsure of a fourth, `pCross1`. */
export const BLOTTED_PHOTO_PATH = join(import.meta.dirname, 'blotted-ballot.jpg');
export const PHOTO_SIZE = { width: 2600, height: 1950 };
export const WRITTEN = JSON.parse(readFileSync(join(import.meta.dirname, 'filled-ballot.json'), 'utf8')) as {
  scores: Record<ScoreField, number>;
  texts: Record<TextField, string>;
};
