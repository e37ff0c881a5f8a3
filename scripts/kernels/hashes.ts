// The hashes of the recognizer's kernels, their sources and their compiler, in the format of sha256sum.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
export const KERNELS = [
  { name: 'network', home: join(ROOT, 'src/recognizer/network/assembly') },
  { name: 'pixels', home: join(ROOT, 'src/recognizer/image/assembly') },
];
export const HASHES = join(import.meta.dirname, 'kernels.sha256');

/** Sources and results have to change together. The compiler's version is part of it. */
export function hashesOfKernels(): string {
  const files = KERNELS.flatMap(({ home }) =>
    readdirSync(home)
      .filter((file) => file !== 'tsconfig.json')
      .toSorted()
      .map((file) => join(home, file)),
  );
  return [...files, join(import.meta.dirname, 'package-lock.json')]
    .map((file) => {
      const hash = createHash('sha256').update(readFileSync(file)).digest('hex');
      return `${hash}  ${file.slice(ROOT.length + 1).replaceAll('\\', '/')}\n`;
    })
    .join('');
}
