// One process per data directory: two on the same embedded database would corrupt it without a word.
// The lock is a file with the holder's process id; a holder that died (kill -9, power cut) is recognised and replaced.
import fs from 'node:fs';
import path from 'node:path';
import { CannotStart } from '../settings.ts';

/** What tells a process from a later one with the same id: when it started, in ticks since boot (Linux only). */
function startedAt(pid: number): string {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function isRunning(holder: { pid: number; startedAt: string }): boolean {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return startedAt(holder.pid) === holder.startedAt;
}

/** Takes the directory (made when missing) for this process and returns the function that gives it back. */
export function holdDirectory(directory: string): () => void {
  const lock = path.join(path.dirname(directory), `.${path.basename(directory)}.lock`);
  try {
    fs.mkdirSync(path.dirname(directory), { recursive: true, mode: 0o700 });
    fs.mkdirSync(directory, { recursive: true, mode: 0o700 });
    fs.accessSync(directory, fs.constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CannotStart(
      `The data directory ${directory} cannot be written (${code}). Give this user the right to write there, or set DATA_DIR.`,
    );
  }
  const mine = JSON.stringify({ pid: process.pid, startedAt: startedAt(process.pid) });
  for (;;) {
    // A lock file appears whole or not at all: written under another name first, then linked.
    const draft = `${lock}.${process.pid}`;
    fs.writeFileSync(draft, mine);
    try {
      fs.linkSync(draft, lock);
      return () => fs.rmSync(lock, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      fs.rmSync(draft, { force: true });
    }
    const holder = JSON.parse(fs.readFileSync(lock, 'utf8')) as { pid: number; startedAt: string };
    if (isRunning(holder)) {
      throw new CannotStart(
        `Another process (${holder.pid}) already uses the data directory ${directory}. Stop it first, or set DATA_DIR to another directory.`,
      );
    }
    fs.rmSync(lock, { force: true });
  }
}
