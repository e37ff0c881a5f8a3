// The recognizer's own files (kernels and weights), on a computer with a disk. `package.json` chooses between this file and
// `downloaded-file.ts`.
import { readFile } from 'node:fs/promises';

export const fileAt = (address: URL): Promise<Uint8Array<ArrayBuffer>> => readFile(address);
