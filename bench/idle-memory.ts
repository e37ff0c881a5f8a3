// `npm run bench:idle-memory`: how much memory the product and its private PostgreSQL take together a minute after their start, while
// nobody asks for anything (npm itself, which waits in front of `npm start`, isn't counted). The sum of all processes' proportional set
// sizes (PSS), so that shared pages count once. Linux only.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { privatePostgres, startProduct, withDataDir } from '../scripts/tools/product.ts';
import { ensureWebApp } from '../scripts/tools/web-app.ts';

const read = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // The process exited between listing and reading.
    return '';
  }
};
const parentOf = (pid: number): number => Number(/^PPid:\s+(\d+)/m.exec(read(pid, 'status'))?.[1] ?? 0);
const megabytesOf = (pid: number): number => Number(/^Pss:\s+(\d+)/m.exec(read(pid, 'smaps_rollup'))?.[1] ?? 0) / 1024;
const isBelow = (pid: number, root: number): boolean => pid === root || (pid > 1 && isBelow(parentOf(pid), root));

await ensureWebApp();
await withDataDir(async (dataDir) => {
  const product = await startProduct({ dataDir });
  await delay(60_000);
  const postgres = privatePostgres(dataDir).pid;
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  const sum = (root: number, without?: number): number =>
    pids
      .filter((pid) => isBelow(pid, root) && (without === undefined || !isBelow(pid, without)))
      .reduce((all, pid) => all + megabytesOf(pid), 0);
  const [own, database] = [sum(product.pid, postgres), sum(postgres)];
  console.log(
    `product ${own.toFixed(0)} MB + PostgreSQL ${database.toFixed(0)} MB = ${(own + database).toFixed(0)} MB   bar 170 MB`,
  );
  await product.stop();
});
