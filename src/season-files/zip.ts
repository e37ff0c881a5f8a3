// Reads files out of a zip archive without trusting the sizes that it declares, and writes an archive.
import { crc32, deflateRawSync } from 'node:zlib';
import { Unzip, UnzipInflate, Zip, type ZipInputFile } from 'fflate';
import { UnreadableFile } from './file-ballot.ts';

/** All of a workbook's files together, once inflated. */
const MAX_INFLATED_BYTES = 50_000_000;
/** Inflating a piece grows it about a thousandfold at most, so this bounds what a piece can add before it is counted. */
const PIECE = 16_384;
/** The number of the zip format's usual compression. */
const DEFLATED = 8;

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

/** An archive of texts. fflate writes its format; Node's zlib packs the texts in a tenth of the time that fflate takes. */
export function zipped(files: Readonly<Record<string, string>>): Uint8Array {
  const pieces: Uint8Array[] = [];
  const archive = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  for (const [filename, text] of Object.entries(files)) {
    const bytes = Buffer.from(text);
    const file: ZipInputFile = { filename, size: bytes.length, crc: crc32(bytes), compression: DEFLATED };
    archive.add(file);
    file.ondata?.(null, deflateRawSync(bytes, { level: 1 }), true);
  }
  archive.end();
  return joined(pieces);
}
