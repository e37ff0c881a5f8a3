// Measures the cost of reading: npm run bench:recognizer-cost -- [--count N] [--size PIXELS]
// Separate processes read, so the generator's time and memory don't count: one on a worker thread, like the server, and a plain
// one, like `npm run recognize`. Reports processor time, because wall time means little on a busy machine.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { BALLOT_LAYOUTS } from '#ballot/layouts.ts';
import { openRecognizer } from '#recognizer/serve/pool.ts';
import { RECOGNIZE_ENVIRONMENT, RECOGNIZE_NODE, SERVER_NODE } from '../scripts/tools/product.ts';

const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '12' },
    size: { type: 'string', default: '4000' },
    read: { type: 'string' },
    plainly: { type: 'string' },
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

/** Photos after which the memory is measured. */
const MANY = 250;

const memory = (): string => `${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MB`;
// Linux tracks it for this program. `resourceUsage().maxRSS` would include the program that started this one.
const peakMemory = (): string =>
  `${(Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024).toFixed(0)} MB`;

/** Reads all photos of a folder in turn until many have been read. */
async function readMany(folder: string, readFrom: (file: string) => Promise<unknown>): Promise<void> {
  const files = readdirSync(folder);
  for (let index = 0; index < MANY; index += 1) await readFrom(files[index % files.length]!);
  console.log(`  memory of the whole process: ${memory()} after ${MANY} photos, ${peakMemory()} at most`);
}

/** What `work` took, in milliseconds of the processor and of the clock. */
async function costOf(work: () => Promise<unknown>): Promise<{ cpu: number; wall: number }> {
  const [start, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) / 1000, wall: performance.now() - start };
}

async function read(folder: string): Promise<void> {
  console.log('On a worker thread, like the server:');
  const pool = openRecognizer();
  const readFrom = (file: string): Promise<unknown> => pool.read(readFileSync(join(folder, file)));
  const first = await costOf(() => readFrom('with markers-0.jpg'));
  console.log(
    `  first photo, with the start of the thread and the networks: processor ${first.cpu.toFixed(0)} ms, clock ${first.wall.toFixed(0)} ms`,
  );
  const files = readdirSync(folder);
  // The first photos also wait for the compiler, so all are read once before timing starts.
  for (const file of files) await readFrom(file);
  const costs = new Map<string, { cpu: number; wall: number }[]>();
  for (const file of [...files, ...files]) {
    const kind = file.split('-')[0]!;
    costs.set(kind, [...(costs.get(kind) ?? []), await costOf(() => readFrom(file))]);
  }
  for (const [kind, group] of costs) {
    const at = (what: 'cpu' | 'wall', part: number): string => {
      const sorted = group.map((one) => one[what]).toSorted((a, b) => a - b);
      return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!.toFixed(0);
    };
    console.log(
      `  ${kind}: ${group.length} readings, processor ${at('cpu', 0.5)} ms median, ${at('cpu', 0.99)} ms at most; clock ${at('wall', 0.5)} and ${at('wall', 0.99)} ms`,
    );
  }
  await readMany(folder, readFrom);
  await pool.close();
}

async function readPlainly(folder: string): Promise<void> {
  console.log('In a plain process, like npm run recognize:');
  // Loaded here only: the process with a worker thread doesn't have it.
  const { readBallot } = await import('#recognizer/read-ballot.ts');
  const readFrom = (file: string): Promise<unknown> => readBallot(readFileSync(join(folder, file)));
  const first = await costOf(() => readFrom('with markers-0.jpg'));
  console.log(
    `  first photo, with the networks: processor ${first.cpu.toFixed(0)} ms, clock ${first.wall.toFixed(0)} ms`,
  );
  await readMany(folder, readFrom);
}

if (options.read !== undefined) await read(options.read);
else if (options.plainly !== undefined) await readPlainly(options.plainly);
else {
  const folder = mkdtempSync(join(tmpdir(), 'courtside-photos-'));
  await write(folder, Number(options.count), Number(options.size));
  for (const [way, [node, ...nodeOptions], environment] of [
    ['--read', SERVER_NODE, {}],
    ['--plainly', RECOGNIZE_NODE, RECOGNIZE_ENVIRONMENT],
  ] as const)
    spawnSync(node!, [...nodeOptions, fileURLToPath(import.meta.url), way, folder], {
      env: { ...process.env, ...environment },
      stdio: 'inherit',
    });
  rmSync(folder, { recursive: true });
}
