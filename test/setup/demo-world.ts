// The demo world is made once, and each journey's product begins with a copy: making one takes longer than most journeys.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProduct } from '../../scripts/tools/product.ts';

export default async function makeDemoWorld(): Promise<() => void> {
  const home = mkdtempSync(join(tmpdir(), 'courtside-demo-world-'));
  const dataDir = join(home, 'data');
  const product = await startProduct({ dataDir });
  await product.stop();
  // What is set here, the workers get.
  process.env['TEST_DEMO_WORLD'] = dataDir;
  return () => rmSync(home, { recursive: true, force: true });
}
