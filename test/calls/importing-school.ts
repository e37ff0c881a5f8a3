// World: a school that keeps ballots, whose Primary Admin previews and imports files.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Calls } from '#contract/index.ts';
import type { ImportChoices } from '#contract/season-files.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { keepingSchool } from './season-school.ts';

export let product: InProcess;
/** New for each test, without tournaments of its own. */
export let schoolId: string;
/** Its Primary Admin's calls. */
export let calls: Calls;

/** Call it once per test file. */
export function importingSchool(): void {
  beforeAll(async () => {
    product = await startInProcess();
  });
  afterAll(() => product.close());
  beforeEach(async () => {
    ({ schoolId, calls } = await keepingSchool(product));
  });
}

export const preview = (file: File, choices: ImportChoices = {}) =>
  calls.seasonFiles.preview({ schoolId, file, choices });

export const run = (file: File, choices: ImportChoices = {}, id: string = randomUUID()) =>
  calls.seasonFiles.run({ schoolId, id, file, choices });
