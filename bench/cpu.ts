// The processor time of a process and its descendants, read from /proc (Linux only).
import { readFileSync, readdirSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

type Entry = { parent: number; ticks: number };

function entryOf(pid: number): Entry | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // 1: parent; 11 to 14: user and system time of the process and its exited children.
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { parent: Number(fields[1]), ticks };
  } catch {
    // The process exited between listing and reading.
    return undefined;
  }
}

/** Processor milliseconds of these processes and their descendants, without another one and its descendants. */
export function cpuOf(roots: number[], without?: number): number {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  const entries = new Map(pids.map((pid) => [pid, entryOf(pid)]));
  const isBelow = (pid: number): boolean =>
    pid !== without && (roots.includes(pid) || (pid > 1 && isBelow(entries.get(pid)?.parent ?? 0)));
  const ticks = pids.filter(isBelow).reduce((sum, pid) => sum + (entries.get(pid)?.ticks ?? 0), 0);
  return (ticks * 1000) / TICKS_PER_SECOND;
}
