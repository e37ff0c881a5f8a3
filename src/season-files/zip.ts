// Reads files out of a zip archive without trusting the sizes that it declares, and writes an archive.
import { crc32, deflateRawSync } from 'node:zlib';
import { Unzip, UnzipInflate } from 'fflate';
import { UnreadableFile } from './file-ballot.ts';

/** All of a workbook's files together, once inflated. */
const MAX_INFLATED_BYTES = 50_000_000;
/** Inflating a piece grows it about a thousandfold at most, so this bounds what a piece can add before it is counted. */
const PIECE = 16_384;

export const damaged = (cause: unknown): UnreadableFile =>
  new UnreadableFile('This workbook is damaged. Open it in a spreadsheet program, save it again, and try again.', {
    cause,
  });

const tooLarge = (): UnreadableFile =>
  new UnreadableFile(
    'This workbook is too large once it is unpacked. Copy the ballots into a new workbook and try again.',
  );

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** Adds up what is inflated from one workbook, and refuses more than the limit. */
export type Budget = { left: number };
export const newBudget = (): Budget => ({ left: MAX_INFLATED_BYTES });

/**
 * The wanted files of an archive by name. Others are skipped without inflating them.
 * @throws {UnreadableFile}
 */
export function unzip(bytes: Uint8Array, budget: Budget, isWanted: (name: string) => boolean): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  const unzipper = new Unzip((file) => {
    if (!isWanted(file.name)) return;
    if ((file.originalSize ?? 0) > budget.left) throw tooLarge();
    const pieces: Uint8Array[] = [];
    file.ondata = (error, piece, isLast) => {
      if (error) throw error;
      budget.left -= piece.length;
      if (budget.left < 0) throw tooLarge();
      pieces.push(piece);
      if (!isLast) return;
      // With two files of one name, an archive can show one content to a scanner and another to a reader.
      if (files.has(file.name)) throw new Error(`The archive has two files named ${file.name}.`);
      files.set(file.name, joined(pieces));
    };
    file.start();
  });
  unzipper.register(UnzipInflate);
  try {
    for (let at = 0; at < bytes.length; at += PIECE)
      unzipper.push(bytes.subarray(at, at + PIECE), at + PIECE >= bytes.length);
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw damaged(error);
  }
  return files;
}

/** Numbers of 32 bits, the lowest byte first. */
const words = (...values: number[]): Buffer => Buffer.from(Uint32Array.from(values).buffer);

/** An archive of texts with ASCII names (PKWARE's APPNOTE.TXT). zlib takes a tenth of the time of fflate, which can't use it. */
export function zipped(files: Readonly<Record<string, string>>): Uint8Array {
  const entries: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const bytes = Buffer.from(text);
    const packed = deflateRawSync(bytes, { level: 1 });
    // Version 2.0, no flags, deflated, at midnight of January 1, 1980.
    const common = Buffer.from('14000000080000002100', 'hex');
    const facts = Buffer.concat([common, words(crc32(bytes), packed.length, bytes.length, name.length)]);
    const entry = Buffer.concat([words(0x04034b50), facts, Buffer.from(name), packed]);
    directory.push(words(0x02014b50), common.subarray(0, 2), facts, Buffer.alloc(10), words(offset), Buffer.from(name));
    entries.push(entry);
    offset += entry.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  // The number of files twice: on this disk, and on all.
  const end = [words(0x06054b50, 0, entries.length * 0x10001, size, offset), Buffer.alloc(2)];
  return joined([...entries, ...directory, ...end]);
}
