// One process per data directory: two on the same embedded database would corrupt it without a word.
// The lock is a file that says who holds it; a holder that died (kill -9, power cut) is recognised and replaced.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { CannotStart } from '../settings.ts';

// A holder shows that it lives by touching the lock. Only whether the time moves is looked at: clocks may differ.
const BEAT_MS = 10_000;
const SILENT_MS = 30_000;
const LOOK_MS = 500;

/** `place`: where the pid means something; a lock of an older version does not say it. */
type Holder = { pid: number; startedAt: string; place?: string };

/** What tells a process from a later one with the same id: when it started, in ticks since boot (Linux only). */
function startedAt(pid: number): string {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

/** This machine, and on it this container: in each there is a process 1. */
function place(): string {
  try {
    return `${hostname()} ${fs.readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

function isRunning(holder: Holder): boolean {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return startedAt(holder.pid) === holder.startedAt;
}

/** What `read` makes of the file, or undefined when there is none. */
function ifThere<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}
const textOf = (file: string): string | undefined => ifThere(() => fs.readFileSync(file, 'utf8'));
const timeOf = (file: string): number | undefined => ifThere(() => fs.statSync(file).mtimeMs);

/** Whether somebody touches the lock while one waits; one who gives it back meanwhile is gone. */
async function isTouched(lock: string): Promise<boolean> {
  const before = timeOf(lock);
  for (let waited = 0; waited < SILENT_MS; waited += LOOK_MS) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const now = timeOf(lock);
    if (now !== before) return now !== undefined;
  }
  return false;
}

async function take(lock: string, directory: string, mine: string): Promise<void> {
  for (;;) {
    // A lock file appears whole or not at all: written under another name first, then linked.
    const draft = `${lock}.${randomUUID()}`;
    fs.writeFileSync(draft, mine);
    try {
      return fs.linkSync(draft, lock);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      fs.rmSync(draft, { force: true });
    }
    const held = textOf(lock);
    if (held === undefined) continue;
    const holder = JSON.parse(held) as Holder;
    const isHere = holder.place === undefined || holder.place === place();
    if (isHere ? isRunning(holder) : await isTouched(lock)) {
      throw new CannotStart(
        `Another process (${holder.pid}${isHere ? '' : ` in another container or on another machine, ${holder.place}`}) already uses the data directory ${directory}. Stop it first, or set DATA_DIR to another directory.`,
      );
    }
    // Several starters may have found it dead, and the first may hold it anew by now: one at a time looks again and removes.
    const removal = `${lock}.removal`;
    await take(removal, directory, mine);
    if (textOf(lock) === held) fs.rmSync(lock);
    fs.rmSync(removal);
  }
}

/** Takes the directory (made when missing) for this process and returns the function that gives it back. */
export async function holdDirectory(directory: string): Promise<() => void> {
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
  const mine = JSON.stringify({ pid: process.pid, startedAt: startedAt(process.pid), place: place() });
  await take(lock, directory, mine);
  const beat = setInterval(() => {
    const held = textOf(lock);
    if (held === mine) return fs.utimesSync(lock, new Date(), new Date());
    if (held === undefined) return;
    // Whoever was paused for so long must not write one more time.
    console.error(`This process stood still, and another one has taken over the data directory ${directory}.`);
    process.exit(1);
  }, BEAT_MS).unref();
  return () => {
    clearInterval(beat);
    if (textOf(lock) === mine) fs.rmSync(lock, { force: true });
  };
}
