// A backup as a compressed file that is there whole or not at all, and that only its owner may read.
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Database } from '../database/database.ts';
import { CannotStart } from '../settings.ts';
import { backup, type TableHash } from './backup.ts';
import { restore } from './restore.ts';

/** For example `courtside-2026-03-01T02-00-00Z.jsonl.gz`: sorted by name is sorted by age. */
export const backupName = (at: Date): string =>
  `courtside-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.jsonl.gz`;

export const isBackupName = (name: string): boolean => /^courtside-[\dT-]+Z\.jsonl\.gz$/.test(name);

export async function backupToFile(database: Database, file: string): Promise<TableHash[]> {
  fs.mkdirSync(path.dirname(path.resolve(file)), { recursive: true, mode: 0o700 });
  // Under another name until it is whole and on the disk.
  const draft = `${file}.part`;
  const gzip = createGzip();
  const written = pipeline(gzip, fs.createWriteStream(draft, { mode: 0o600, flush: true }));
  try {
    // `written` first: a disk that is full ends the work, instead of leaving it waiting for room.
    const hashes = await Promise.race([
      written.then(() => Promise.reject(new Error('The backup was closed before its end.'))),
      backup(database, async (text) => {
        // What has failed takes all and never says that it has room: the transaction would stay open for good.
        if (gzip.destroyed || !gzip.write(text)) await Promise.race([once(gzip, 'drain'), written]);
      }),
    ]);
    gzip.end();
    await written;
    fs.renameSync(draft, file);
    return hashes;
  } catch (error) {
    gzip.destroy();
    fs.rmSync(draft, { force: true });
    throw error;
  }
}

export async function restoreFromFile(
  database: Database,
  file: string,
  options: { replace: boolean },
): Promise<TableHash[]> {
  if (!fs.existsSync(file)) throw new CannotStart(`There is no file ${file}.`);
  return restore(database, linesOf(file), options);
}

/** The lines of a compressed file. One that is cut off or no such file at all is told in one sentence. */
async function* linesOf(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const text = createGunzip();
  // What goes wrong on the way reaches whoever reads `text`.
  pipeline(fs.createReadStream(file), text).catch(() => {});
  let rest = '';
  try {
    for await (const chunk of text as AsyncIterable<Buffer>) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    if (!String((error as NodeJS.ErrnoException).code).startsWith('Z_')) throw error;
    throw new CannotStart('This file is not a whole backup of Courtside.');
  }
  if (rest !== '') yield rest;
}
