// Measures the cost of reading: npm run bench:recognizer-cost -- [--count N] [--size PIXELS]
// A separate process reads, like the server's worker, so the generator's time and memory don't count. Reports processor
// time, because wall time means little on a busy machine.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { BALLOT_LAYOUTS } from '#ballot/layouts.ts';
import { openRecognizer } from '#recognizer/serve/pool.ts';

const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '12' },
    size: { type: 'string', default: '4000' },
    read: { type: 'string' },
  },
});

async function write(folder: string, count: number, size: number): Promise<void> {
  // Loaded here only: the process that reads doesn't have them.
  const { makeBallot } = await import('#test/ballots/make-ballot.ts');
  const { makeNonBallot } = await import('#test/ballots/non-ballots.ts');
  for (let index = 0; index < count; index += 1) {
    const level = (['L1', 'L2', 'L3'] as const)[index % 3]!;
    for (const [kind, layout] of [
      ['with markers', BALLOT_LAYOUTS[0]!],
      ['without markers', BALLOT_LAYOUTS[2]!],
    ] as const) {
      const { jpeg } = await makeBallot(layout, level, 50_000 + index, size);
      writeFileSync(join(folder, `${kind}-${index}.jpg`), jpeg);
    }
    writeFileSync(join(folder, `not a ballot-${index}.jpg`), (await makeNonBallot(50_000 + index, size)).jpeg);
  }
}

async function read(folder: string): Promise<void> {
  const pool = openRecognizer();
  const files = readdirSync(folder);
  const photo = (file: string): Buffer => readFileSync(join(folder, file));
  const memory = (): string => `${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MB`;
  // Linux tracks it for this program. `resourceUsage().maxRSS` would include the program that started this one.
  const most = (): string =>
    `${(Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024).toFixed(0)} MB`;
  const before = memory();
  // The first photos also wait for the networks and the compiler, so all are read once before timing starts.
  for (const file of files) await pool.read(photo(file));
  const costs = new Map<string, { cpu: number; wall: number }[]>();
  for (const file of [...files, ...files]) {
    const bytes = photo(file);
    const [start, cpu] = [performance.now(), process.cpuUsage()];
    await pool.read(bytes);
    const { user, system } = process.cpuUsage(cpu);
    const kind = file.split('-')[0]!;
    costs.set(kind, [...(costs.get(kind) ?? []), { cpu: (user + system) / 1000, wall: performance.now() - start }]);
  }
  for (const [kind, group] of costs) {
    const at = (what: 'cpu' | 'wall', part: number): string => {
      const sorted = group.map((one) => one[what]).toSorted((a, b) => a - b);
      return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!.toFixed(0);
    };
    console.log(
      `${kind}: ${group.length} readings, processor ${at('cpu', 0.5)} ms median, ${at('cpu', 0.99)} ms at most; clock ${at('wall', 0.5)} and ${at('wall', 0.99)} ms`,
    );
  }
  console.log(
    `Memory of the whole process: ${before} before, ${memory()} after ${3 * files.length} photos, ${most()} at most`,
  );
  await pool.close();
}

if (options.read !== undefined) await read(options.read);
else {
  const folder = mkdtempSync(join(tmpdir(), 'courtside-photos-'));
  await write(folder, Number(options.count), Number(options.size));
  spawnSync(process.execPath, [fileURLToPath(import.meta.url), '--read', folder], { stdio: 'inherit' });
  rmSync(folder, { recursive: true });
}
