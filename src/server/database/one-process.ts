// One process per data directory: two on the same embedded database would silently corrupt it.
// The lock file names its holder. A holder that died (kill -9, power cut) is detected and replaced.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { CannotStart } from '../settings.ts';

// A live holder keeps touching its lock. Only changes of the time count, because clocks may differ.
const BEAT_MS = 10_000;
const SILENT_MS = 30_000;
const LOOK_MS = 500;

/** `place`: where the process id is valid. Locks of older versions don't have it. */
type Holder = { pid: number; startedAt: string; place?: string };

/** Start time in ticks since boot (Linux only), which tells a process from a later one with the same id. */
function startedAt(pid: number): string {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

/** This machine and container: every container has a process 1. */
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

/** The result of `read`, or undefined if the file doesn't exist. */
function ifThere<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}
/** Undefined when the lock can't be read: a power cut can leave an empty file. */
function parseHolder(text: string): Holder | undefined {
  try {
    return (JSON.parse(text) as Holder | null) ?? undefined;
  } catch {
    return undefined;
  }
}

const textOf = (file: string): string | undefined => ifThere(() => fs.readFileSync(file, 'utf8'));
const timeOf = (file: string): number | undefined => ifThere(() => fs.statSync(file).mtimeMs);

/** Watches whether a holder touches the lock. A lock that is released meanwhile has no holder. */
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
    // The lock appears whole or not at all: it is written under another name, then linked.
    const draft = `${lock}.${randomUUID()}`;
    fs.writeFileSync(draft, mine, { flush: true });
    try {
      return fs.linkSync(draft, lock);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      fs.rmSync(draft, { force: true });
    }
    const held = textOf(lock);
    if (held === undefined) continue;
    const holder = parseHolder(held);
    const isHere = holder !== undefined && (holder.place === undefined || holder.place === place());
    if (isHere ? isRunning(holder) : await isTouched(lock)) {
      const who = holder === undefined ? '' : isHere ? ` (${holder.pid})` : ` (${holder.pid} in ${holder.place})`;
      throw new CannotStart(
        `Another process${who} already uses the data directory ${directory}. Stop it first, or set DATA_DIR to another directory.`,
      );
    }
    // Several processes may have found the holder dead, and one may hold the lock by now: they check again, one at a time.
    const removal = `${lock}.removal`;
    await take(removal, directory, mine);
    if (textOf(lock) === held) fs.rmSync(lock);
    fs.rmSync(removal);
  }
}

/** Locks the directory for this process and returns the function that releases it. */
export async function holdDirectory(directory: string): Promise<() => void> {
  const lock = path.join(path.dirname(directory), `.${path.basename(directory)}.lock`);
  try {
    fs.mkdirSync(path.dirname(directory), { recursive: true, mode: 0o700 });
    fs.accessSync(fs.existsSync(directory) ? directory : path.dirname(directory), fs.constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CannotStart(
      `This user can't write to the data directory ${directory} (${code}). Change its permissions, or set DATA_DIR to another directory.`,
    );
  }
  const mine = JSON.stringify({ pid: process.pid, startedAt: startedAt(process.pid), place: place() });
  await take(lock, directory, mine);
  const beat = setInterval(() => {
    const held = textOf(lock);
    if (held === mine) return fs.utimesSync(lock, new Date(), new Date());
    if (held === undefined) return;
    // A process that was paused this long must not write again.
    console.error(`This process was paused, and another process has taken over the data directory ${directory}.`);
    process.exit(1);
  }, BEAT_MS).unref();
  return () => {
    clearInterval(beat);
    if (textOf(lock) === mine) fs.rmSync(lock, { force: true });
  };
}
