import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { recognitionLabel, SCORE_FIELDS } from '#ballot/form.ts';
import type { Truth } from './fill-form.ts';

const FIXTURES = fileURLToPath(new URL('fixtures/', import.meta.url));
const COMMAND = fileURLToPath(new URL('../../scripts/start-recognize.ts', import.meta.url));
const recognize = (...words: string[]): Promise<{ stdout: string }> =>
  promisify(execFile)(process.execPath, [COMMAND, ...words]);

describe('the command that reads ballots', () => {
  test('measures the reader on a school’s own photos, and names the cells that were read wrongly', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'truth-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const { scores } = JSON.parse(readFileSync(join(FIXTURES, 'letter-scan.json'), 'utf8')) as { scores: Truth };
    const claimed: Truth = { ...scores, pOpen: scores.pOpen === 3 ? 4 : 3 };
    const row = ['letter-scan.jpg', 'Judge 1', ...SCORE_FIELDS.map((field) => claimed[field] ?? '')];
    const file = join(folder, 'scores.csv');
    writeFileSync(file, [['Photo', 'Judge', ...SCORE_FIELDS.map(recognitionLabel)], row].join('\n'));

    const { stdout } = await recognize('--truth', file, FIXTURES);
    expect(stdout).toContain(`letter-scan.jpg: P Opening is ${claimed.pOpen}, read as ${scores.pOpen}`);
    expect(stdout).toMatch(/\| your photos \| 1 \| 100\.0 % \| 96\.30 % \|/);
  });

  test('makes a file to fill in that lists the photos of a folder', async () => {
    const { stdout } = await recognize('--template', FIXTURES);
    const lines = stdout.trim().split('\n');
    expect(lines[0]).toMatch(/^Photo,Judge,P Opening,/);
    expect(lines.slice(1).map((line) => line.split(',')[0])).toContain('letter-scan.jpg');
    expect(lines).toHaveLength(7);
  });
});
