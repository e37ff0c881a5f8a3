// `node scripts/launch.js bench/small-memory.ts [MEGABYTES]`: the product and its private PostgreSQL in a control group with 512 MB of
// memory and no swap: a first start, a thousand lists by eight clients, and a photo of a ballot. Prints the most memory that they used.
// Linux only, as root.
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import type { Calls } from '#contract/index.ts';
import { PHOTO_PATH } from '#test/photos/filled-ballot.ts';
import { SERVER_NODE, startProduct, withDataDir } from '../scripts/tools/product.ts';
import { ensureWebApp } from '../scripts/tools/web-app.ts';
import { startClient } from './load-client.ts';
import { signIn } from './seeded-world.ts';

const bytes = Number(process.argv[2] ?? 512) * 1024 * 1024;
const hasOldGroups = existsSync('/sys/fs/cgroup/memory');
const group = join(hasOldGroups ? '/sys/fs/cgroup/memory' : '/sys/fs/cgroup', `courtside-${process.pid}`);
const [limits, most, kills] = hasOldGroups
  ? [['memory.limit_in_bytes', 'memory.swappiness'], 'memory.max_usage_in_bytes', 'memory.oom_control']
  : [['memory.max', 'memory.swap.max'], 'memory.peak', 'memory.events'];
const read = (file: string): string => readFileSync(join(group, file), 'utf8');

await ensureWebApp();
mkdirSync(group);
writeFileSync(join(group, limits[0] ?? ''), String(bytes));
writeFileSync(join(group, limits[1] ?? ''), '0');
await withDataDir(async (dataDir) => {
  const command = ['sh', '-c', `echo $$ > ${group}/cgroup.procs && exec "$0" "$@"`, ...SERVER_NODE];
  command.push('scripts/launch.js', 'src/server/main.ts');
  const product = await startProduct({ dataDir, command, settings: { TRUSTED_PROXIES: '1', LOG_LEVEL: 'error' } });
  const megabytes = (): string => `${(Number(read(most)) / 1024 / 1024).toFixed(0)} MB`;
  console.log(`first start: ${megabytes()}`);
  const { cookie } = await signIn(product.url, 'super@demo.test');
  const list = { path: '/api/rpc/users/list', body: JSON.stringify({ json: { sort: 'email' } }), headers: { cookie } };
  const client = startClient();
  await client.send({ url: product.url, requests: Array.from({ length: 1000 }, () => list), connections: 8 });
  client.stop();
  console.log(`1,000 lists: ${megabytes()}`);
  const link = new RPCLink({ url: `${product.url}/api/rpc`, headers: { cookie } });
  const calls: Calls = createORPCClient(link);
  await calls.ballots.recognize({ image: new File([readFileSync(PHOTO_PATH)], 'ballot.jpg') });
  console.log(`a photo: ${megabytes()}; processes killed: ${/oom_kill (\d+)/.exec(read(kills))?.[1] ?? '0'}`);
  await product.stop();
});
// The system empties the group a moment after its last process has ended.
await delay(500);
rmdirSync(group);
