// A data directory with the embedded database and the demo world in it, as a first start leaves it. Making one takes seconds,
// so it is made once and copied.
import { cpSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startProduct } from '../../scripts/tools/product.ts';
import { shape } from '#test/database.ts';

const CACHE = resolve(import.meta.dirname, '../../.cache');

/** Fills `dataDir`, which is not there yet. */
export async function copyDemoData(dataDir: string): Promise<void> {
  const made = join(CACHE, `demo-data-${shape()}`);
  if (!existsSync(made)) {
    mkdirSync(CACHE, { recursive: true });
    const making = `${made}-${process.pid}`;
    const product = await startProduct({ dataDir: making });
    await product.stop();
    // Two test files may make it at once: the first one's is kept.
    if (!existsSync(made)) renameSync(making, made);
  }
  cpSync(made, dataDir, { recursive: true });
}
