// A backup as a compressed file: written whole or not at all, and readable only by its owner.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Database } from '../database/database.ts';
import { makeFolder } from '../make-folder.ts';
import { CannotStart } from '../settings.ts';
import { backup, type TableHash } from './backup.ts';
import { restore } from './restore.ts';

/** For example `courtside-2026-03-01T02-00-00Z.jsonl.gz`. Sorting by name sorts by age. */
export const backupName = (at: Date): string =>
  `courtside-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.jsonl.gz`;

export const isBackupName = (name: string): boolean => /^courtside-[\dT-]+Z\.jsonl\.gz$/.test(name);

export async function backupToFile(database: Database, file: string): Promise<TableHash[]> {
  makeFolder(path.dirname(path.resolve(file)));
  // A device or a pipe would be replaced by the backup.
  if (fs.statSync(file, { throwIfNoEntry: false })?.isFile() === false)
    throw new CannotStart(`${file} is not a file. Nothing was backed up.`);
  // Written under a temporary name until it is complete and synced to disk. `wx` refuses an existing file or link, whose mode or target
  // would not be ours.
  const draft = `${file}.${randomUUID()}.part`;
  const output = fs.createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
  try {
    const hashes = await backupToStream(database, output);
    fs.renameSync(draft, file);
    return hashes;
  } catch (error) {
    fs.rmSync(draft, { force: true });
    throw error;
  }
}

/** Writes a compressed backup and ends the stream. */
export async function backupToStream(database: Database, output: Writable): Promise<TableHash[]> {
  const hashes: TableHash[] = [];
  await pipeline(backup(database, hashes), createGzip(), output);
  return hashes;
}

export const restoreFromFile = (database: Database, file: string, options: { replace: boolean }) =>
  restore(database, linesOf(file), options);

/** The lines of a compressed file. A file that is cut off or not compressed is refused in one sentence. */
async function* linesOf(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const text = createGunzip();
  // Errors reach the reader of `text`.
  pipeline(fs.createReadStream(file), text).catch(() => {});
  let rest = '';
  try {
    for await (const chunk of text as AsyncIterable<Buffer>) {
      const [end = '', ...more] = decoder.decode(chunk, { stream: true }).split('\n');
      // Not split again with each chunk, of which a long line has thousands.
      const lines = [rest + end, ...more];
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    if (!String((error as NodeJS.ErrnoException).code).startsWith('Z_')) throw error;
    throw new CannotStart('This file is not a complete Courtside backup.');
  }
  if (rest !== '') yield rest;
}
