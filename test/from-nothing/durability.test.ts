// What was acknowledged survives: the disk is asked to keep it at each commit, a kill in the middle of writing loses
// nothing that was answered, and no second process can open the same directory.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEmbeddedDatabase } from '#server/database/database.ts';
import { fsyncCalls } from '#server/database/embedded.ts';
import { migrate } from '#server/database/migrate.ts';
import { DEMO_PASSWORD, launch, startProduct, type Product } from '../../scripts/tools/product.ts';

const home = mkdtempSync(join(tmpdir(), 'courtside-durability-'));
const dataDir = join(home, 'data');
const KILLS = 5;
let product: Product;

beforeAll(async () => {
  product = await startProduct({ dataDir });
});
afterAll(async () => {
  await product.kill();
  rmSync(home, { recursive: true, force: true });
});

/** Calls over HTTP, as the super admin. */
async function signedIn(url: string) {
  let cookie = '';
  const call = async (name: string, input: unknown): Promise<unknown> => {
    const answer = await fetch(`${url}/api/rpc/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ json: input }),
    });
    if (!answer.ok) throw new Error(`${name} was answered ${answer.status}.`);
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    return ((await answer.json()) as { json: unknown }).json;
  };
  await call('session/signIn', { email: 'super@demo.test', password: DEMO_PASSWORD });
  return call;
}

test('a kill during writes loses nothing that was acknowledged', async () => {
  const acknowledged: string[] = [];
  for (let round = 1; round <= KILLS; round += 1) {
    const call = await signedIn(product.url);
    const killed = new AbortController();
    const write = async (writer: number): Promise<void> => {
      for (let nth = 0; !killed.signal.aborted; nth += 1) {
        const name = `Round ${round} Writer ${writer} Number ${nth}`;
        const id = crypto.randomUUID();
        const said = await call('schools/add', { id, name, shortName: 'KILL', isPremium: false }).catch(
          () => undefined,
        );
        if (said) acknowledged.push(id);
      }
    };
    const before = acknowledged.length;
    const writers = [1, 2, 3].map(write);
    // In the middle of the writing, whenever that is on this machine.
    await expect.poll(() => acknowledged.length - before, { timeout: 30_000, interval: 5 }).toBeGreaterThan(10 + round);
    await product.kill();
    killed.abort();
    await Promise.all(writers);
    product = await startProduct({ dataDir });
  }
  const call = await signedIn(product.url);
  const lost: string[] = [];
  for (const schoolId of acknowledged) if (!(await call('schools/details', { schoolId }))) lost.push(schoolId);
  expect(lost).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(KILLS * 10);
  // Six starts of the product, with repairs.
}, 400_000);

test('a second process on the directory is refused, and says whose it is', async () => {
  const { ended, printed } = await launch({ dataDir });
  expect(await ended).toBe(1);
  expect(printed()).toContain(`Another process (${product.pid}) already uses the data directory`);
});

test('each commit asks the disk to keep it, and new files ask their directory', async () => {
  const database = await openEmbeddedDatabase(join(home, 'counted'));
  await migrate(database);
  const commits = 50;
  const before = { ...fsyncCalls };
  for (let nth = 0; nth < commits; nth += 1) {
    await database.owner
      .insertInto('schools')
      .values({ name: `School ${nth}`, shortName: 'S' })
      .execute();
  }
  expect(fsyncCalls.files - before.files).toBeGreaterThanOrEqual(commits);
  await database.script('checkpoint');
  await database.close();
  expect(fsyncCalls.directories).toBeGreaterThan(0);
});
