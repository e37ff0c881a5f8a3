// Writes `<file>.br` and `<file>.gz` beside every text file of a built folder, so that the server never compresses one.
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

// Pictures and WOFF2 fonts are compressed already.
const TEXT = /\.(?:m?js|css|html|svg|json|txt|webmanifest|wasm)$/;
/** Smaller files gain nothing. */
const MIN_BYTES = 600;

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

const compressFile = async (file: string): Promise<void> => {
  const content = await readFile(file);
  if (content.length < MIN_BYTES) return;
  const [br, gz] = await Promise.all([
    asBrotli(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    asGzip(content, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  if (br.length < content.length) await writeFile(`${file}.br`, br);
  if (gz.length < content.length) await writeFile(`${file}.gz`, gz);
};

/** Compresses the whole folder at the highest levels. */
export const precompress = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && TEXT.test(entry.name));
  await Promise.all(files.map((entry) => compressFile(join(entry.parentPath, entry.name))));
};
