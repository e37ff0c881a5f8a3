// Unpacks a WOFF font to the plain file that the text renderer can open.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';

const unpacked = new Map<string, string>();

const PACKAGES = new URL('../../node_modules/', import.meta.url);
/** Not a folder of each process: one that is killed, as in a mutation test, would leave it behind. */
const FOLDER = join(import.meta.dirname, '../../node_modules/.cache/ballot-fonts');

/** The path of the font as TrueType, for a package of @fontsource such as `handlee`. Source of the format: W3C WOFF 1.0. */
export function fontFile(name: string, packages = PACKAGES): string {
  const known = unpacked.get(name);
  if (known) return known;
  const packed = readFileSync(new URL(`@fontsource/${name}/files/${name}-latin-400-normal.woff`, packages));
  const path = join(FOLDER, `${name}.ttf`);
  const written = `${path}.${process.pid}`;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(written, toSfnt(packed));
  // At once, as others may be reading it.
  renameSync(written, path);
  unpacked.set(name, path);
  return path;
}

function toSfnt(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const header = Buffer.alloc(12 + 16 * count);
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(count, 4);
  const power = Math.floor(Math.log2(count));
  header.writeUInt16BE(16 * 2 ** power, 6);
  header.writeUInt16BE(power, 8);
  header.writeUInt16BE(16 * count - 16 * 2 ** power, 10);
  const parts = [header];
  let at = header.length;
  for (let index = 0; index < count; index += 1) {
    const entry = 44 + 20 * index;
    const offset = woff.readUInt32BE(entry + 4);
    const packedLength = woff.readUInt32BE(entry + 8);
    const length = woff.readUInt32BE(entry + 12);
    const stored = woff.subarray(offset, offset + packedLength);
    const table = packedLength < length ? inflateSync(stored) : stored;
    const row = 12 + 16 * index;
    woff.copy(header, row, entry, entry + 4);
    woff.copy(header, row + 4, entry + 16, entry + 20);
    header.writeUInt32BE(at, row + 8);
    header.writeUInt32BE(length, row + 12);
    const padded = Buffer.alloc((length + 3) & ~3);
    table.copy(padded);
    parts.push(padded);
    at += padded.length;
  }
  return Buffer.concat(parts);
}
