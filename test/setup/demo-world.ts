// The demo world is created once, and each test's product starts with a copy, because creating it takes longer than most
// tests.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProduct } from '../../scripts/tools/product.ts';

/** Sets TEST_DEMO_WORLD to a new data directory, unless it already names one. */
export default async function makeDemoWorld(): Promise<(() => void) | undefined> {
  if (process.env['TEST_DEMO_WORLD'] !== undefined) return undefined;
  const home = mkdtempSync(join(tmpdir(), 'courtside-demo-world-'));
  const dataDir = join(home, 'data');
  const product = await startProduct({ dataDir });
  await product.stop();
  // The workers inherit this environment.
  process.env['TEST_DEMO_WORLD'] = dataDir;
  return () => rmSync(home, { recursive: true, force: true });
}

/** Creates and fills `dataDir`. */
export function copyDemoWorld(dataDir: string): void {
  const made = process.env['TEST_DEMO_WORLD'];
  if (made === undefined) throw new Error('TEST_DEMO_WORLD names no data directory: name this file as a global setup.');
  cpSync(made, dataDir, { recursive: true });
}
