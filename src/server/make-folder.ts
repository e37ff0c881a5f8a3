import fs from 'node:fs';
import path from 'node:path';

/**
 * Creates a folder that only its owner can enter, and those above it. Node's own `recursive` never ends where a file system refuses
 * every new folder as missing, such as `/proc`.
 */
export function makeFolder(folder: string): void {
  if (fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const above = path.dirname(path.resolve(folder));
  if (above !== path.resolve(folder)) makeFolder(above);
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Somebody else was faster.
    if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
