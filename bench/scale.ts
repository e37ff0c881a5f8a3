// `npm run bench:scale`: what calls and change events cost at 1,000,000 users and 20,000 schools, relative to 10,000 users
// and 200 schools, and what they cost on a node with 2,000 open tabs, relative to one with a few. All take turns.
// Options: --users 1000000 --tabs 2000 --requests 200 --rounds 5
import { parseArgs } from 'node:util';
import { startPostgres, type Postgres } from '../scripts/tools/postgres.ts';
import { DEMO_PASSWORD, startProduct, type Product } from '../scripts/tools/product.ts';
import { openTab, type Tab } from '#test/operations/tab.ts';
import { cpuOf } from './cpu.ts';
import { startClient, type Request } from './load-client.ts';
import { lookAround, seed, signIn, type World } from './seeded-world.ts';

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '1000000' },
    tabs: { type: 'string', default: '2000' },
    requests: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '5' },
  },
});
const [REQUESTS, ROUNDS, TABS] = [Number(values.requests), Number(values.rounds), Number(values.tabs)];
const FEW_TABS = 20;
const CONNECTIONS = 4;
const TABS_PER_PERSON = 25;

type Site = { postgres: Postgres; product: Product; world: World; primaryCookie: string; tabs: Tab[] };
type Cost = { cpu: number; ms: number };

const pick = <T>(list: T[], index: number): T => list[index % list.length] as T;
const median = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
const medians = (costs: Cost[]): Cost => ({
  cpu: median(costs.map(({ cpu }) => cpu)),
  ms: median(costs.map(({ ms }) => ms)),
});

async function openSite(users: string): Promise<Site> {
  const postgres = await startPostgres({ durable: true });
  const from = performance.now();
  await seed(users, { DATABASE_URL: postgres.url });
  console.log(`Filled with ${users} users in ${((performance.now() - from) / 1000).toFixed(0)} s.`);
  const settings = { DATABASE_URL: postgres.url, TRUSTED_PROXIES: '1', LOG_LEVEL: 'error' };
  const product = await startProduct({ dataDir: '/nonexistent', settings });
  const world = await lookAround(product.url);
  const { cookie: primaryCookie } = await signIn(product.url, world.primary);
  const site = { postgres, product, world, primaryCookie, tabs: [] };
  await openTabs(site, FEW_TABS);
  return site;
}

/** Opens tabs of the school's own Primary Admin and of people of other schools, a few each. */
async function openTabs(site: Site, count: number): Promise<void> {
  const { product, world, primaryCookie, tabs } = site;
  if (tabs.length === 0) tabs.push(await openTab(product, tokenIn(primaryCookie)));
  for (let person = Math.floor(tabs.length / TABS_PER_PERSON); tabs.length < count; person += 1) {
    const { cookie } = await signIn(product.url, pick(world.emails, person), `2001:db8:${person}::1`);
    const few = Math.min(TABS_PER_PERSON, count - tabs.length);
    tabs.push(...(await Promise.all(Array.from({ length: few }, () => openTab(product, tokenIn(cookie))))));
  }
}
const tokenIn = (cookie: string): string => cookie.slice(cookie.indexOf('=') + 1);

/** What a super admin asks of the lists, and what a dashboard asks. */
function questionsTo({ world, primaryCookie }: Site): Record<string, (index: number) => Request> {
  const { cookie, schoolId, emails } = world;
  const call = (name: string, json: unknown, as = cookie): Request => ({
    path: `/api/rpc/${name}`,
    body: JSON.stringify({ json }),
    headers: { cookie: as },
  });
  const dashboard = [
    'assignments/inSchool',
    'teams/inSchool',
    'students/inSchool',
    'tournaments/inSchool',
    'seasonBook/ofSchool',
  ];
  return {
    'a sign-in': (index) => ({
      path: '/api/rpc/session/signIn',
      body: JSON.stringify({ json: { email: pick(emails, index), password: DEMO_PASSWORD } }),
      // Each comes from its own address, because sign-ins per address are limited.
      headers: { 'x-forwarded-for': `2001:db8:${index}::2` },
    }),
    'users by email': () => call('users/list', { sort: 'email' }),
    'users by name, descending': () => call('users/list', { sort: 'name', descending: true }),
    'a search for one email': (index) => call('users/list', { sort: 'email', search: pick(emails, index) }),
    'a search for a family name': () => call('users/list', { sort: 'email', search: 'ramirez' }),
    'a search for nobody': () => call('users/list', { sort: 'email', search: 'qqqqqq' }),
    'schools by name': () => call('schools/list', {}),
    'users to assign, by two letters': () => call('users/notInSchool', { schoolId, search: 'zo' }),
    'a school with its users': () => call('assignments/inSchool', { schoolId }),
    'the calls of a dashboard': (index) => call(pick(dashboard, index), { schoolId }, primaryCookie),
  };
}

const client = startClient();
const processesOf = ({ product, postgres }: Site): number[] => [product.pid, postgres.pid];

async function measure(site: Site, ask: (index: number) => Request): Promise<Cost> {
  const requests = Array.from({ length: REQUESTS }, (_, index) => ask(index));
  const before = cpuOf(processesOf(site));
  const taken = await client.send({ url: site.product.url, requests, connections: CONNECTIONS });
  return { cpu: (cpuOf(processesOf(site)) - before) / REQUESTS, ms: median(taken) };
}

const CHANGES = 20;

/** From sending a new team to its event in the Primary Admin's tab. */
async function measureChange({ product, postgres, world, primaryCookie, tabs }: Site): Promise<Cost> {
  const [tab] = tabs;
  if (!tab) throw new Error('No tab is open.');
  const taken: number[] = [];
  const before = cpuOf([product.pid, postgres.pid]);
  for (let n = 0; n < CHANGES; n += 1) {
    const id = crypto.randomUUID();
    const from = performance.now();
    const send = (name: string, json: object) =>
      fetch(`${product.url}/api/rpc/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: primaryCookie },
        body: JSON.stringify({ json }),
      });
    const answer = await send('teams/add', { schoolId: world.schoolId, id, name: `Team ${id}` });
    if (!answer.ok) throw new Error(`Adding a team answered ${answer.status}: ${await answer.text()}`);
    const { at } = await tab.until(({ data }) => JSON.stringify(data).includes(id), 10_000);
    taken.push(at - from);
    await send('teams/remove', { schoolId: world.schoolId, id });
  }
  return { cpu: (cpuOf([product.pid, postgres.pid]) - before) / CHANGES, ms: median(taken) };
}

async function compare(what: string, one: () => Promise<Cost>, other: () => Promise<Cost>): Promise<void> {
  const rounds: { small: Cost; large: Cost }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) rounds.push({ small: await one(), large: await other() });
  // The first round warms up.
  const counted = rounds.slice(1);
  const [small, large] = [medians(counted.map((round) => round.small)), medians(counted.map((round) => round.large))];
  const ratio = median(counted.map((round) => round.large.cpu / round.small.cpu));
  console.log(
    `${what.padEnd(33)} processor ${small.cpu.toFixed(2).padStart(6)} and ${large.cpu.toFixed(2).padStart(6)} ms, ratio ${ratio.toFixed(2).padStart(5)}; ` +
      `answer after ${small.ms.toFixed(1)} and ${large.ms.toFixed(1)} ms, ratio ${(large.ms / small.ms).toFixed(2)}`,
  );
}

const small = await openSite('10000');
const large = await openSite(values.users);
console.log(`\n10,000 users against ${values.users}, server and PostgreSQL together, medians of ${ROUNDS} rounds:`);
const [ofSmall, ofLarge] = [questionsTo(small), questionsTo(large)];
for (const [what, ask] of Object.entries(ofSmall)) {
  await compare(
    what,
    () => measure(small, ask),
    () => measure(large, ofLarge[what] ?? ask),
  );
}
await compare(
  'a change and its event',
  () => measureChange(small),
  () => measureChange(large),
);
await large.product.stop();
await large.postgres.stop();

console.log(`\n${FEW_TABS} open tabs against ${TABS} on another node of the same database:`);
const product = await startProduct({
  dataDir: '/nonexistent',
  settings: { DATABASE_URL: small.postgres.url, TRUSTED_PROXIES: '1', LOG_LEVEL: 'error' },
});
const crowded: Site = { ...small, product, tabs: [] };
await openTabs(crowded, TABS);
for (const [what, ask] of Object.entries(ofSmall))
  await compare(
    what,
    () => measure(small, ask),
    () => measure(crowded, ask),
  );
await compare(
  'a change and its event',
  () => measureChange(small),
  () => measureChange(crowded),
);
for (const { tabs } of [small, crowded]) for (const tab of tabs) tab.close();
client.stop();
await product.stop();
await small.product.stop();
await small.postgres.stop();
