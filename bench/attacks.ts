// `npm run bench:attacks`: compares a signed-in person's response times during attacks with the usual ones, in one run.
// Fails if a call gets no answer, or if the median is more than three times the usual one.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { startPostgres } from '../scripts/tools/postgres.ts';
import { startProduct } from '../scripts/tools/product.ts';
import { openPostgresDatabase } from '#server/database/database.ts';
import { addPerson } from '#test/people.ts';
import { startClient } from './load-client.ts';

const CALLS = 200;
const ROUNDS = 3;
const MAX_RATIO = 3;
const PATH = '/api/v1/status/services';

const head = (type: string, length: number): string =>
  [`POST ${PATH} HTTP/1.1`, 'Host: localhost', `Content-Type: ${type}`, `Content-Length: ${length}`, '', ''].join(
    '\r\n',
  );
const form = Array.from({ length: 247_500 }, (_, index) => `${index % 10}=x`).join('&');

/** Each sender repeats its request as soon as it is answered, and reopens closed connections. */
const ATTACKS = {
  'slow-bodies': {
    what: '210 slow bodies',
    senders: 210,
    bytes: () => `${head('application/json', 1000)}{`,
  },
  'large-forms': {
    what: '4 senders of forms of 990 kB',
    senders: 4,
    bytes: () => head('application/x-www-form-urlencoded', form.length) + form,
  },
};
type Attack = keyof typeof ATTACKS;

/** Attacks from a separate process until it is killed. */
function attack(name: Attack, port: number): void {
  const { senders } = ATTACKS[name];
  const bytes = ATTACKS[name].bytes();
  process.once('disconnect', () => process.exit());
  const open = (): Socket => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    return socket
      .on('data', () => socket.write(bytes))
      .on('error', () => {})
      .once('close', open);
  };
  for (let index = 0; index < senders; index += 1) open();
}

async function bench(): Promise<void> {
  const postgres = await startPostgres({ durable: true });
  const product = await startProduct({
    dataDir: '/nonexistent',
    settings: { DATABASE_URL: postgres.url, LOG_LEVEL: 'error', TRUSTED_PROXIES: '1' },
  });
  const database = openPostgresDatabase(postgres.url, { pool: 1, prepare: true });
  const { token } = await addPerson(database);
  await database.close();
  const client = startClient();
  const headers = { cookie: `courtside=${token}`, 'x-forwarded-for': '203.0.113.9' };
  const requests = Array.from({ length: CALLS }, () => ({ path: '/api/rpc/cases/overview', body: '{}', headers }));
  const median = async (): Promise<number> => {
    const taken = await client.send({ url: product.url, requests, connections: 1 });
    return taken.toSorted((a, b) => a - b)[Math.floor(CALLS / 2)] ?? 0;
  };
  await median();
  for (const name of Object.keys(ATTACKS) as Attack[]) {
    const ratios: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const usual = await median();
      const attacker = fork(import.meta.filename, [name, new URL(product.url).port]);
      await new Promise((resolve) => setTimeout(resolve, 1000));
      const attacked = await median();
      attacker.kill();
      await once(attacker, 'exit');
      ratios.push(attacked / usual);
      console.log(
        `${ATTACKS[name].what}: median of ${CALLS} calls, all answered: ${usual.toFixed(2)} ms usually, ${attacked.toFixed(2)} ms meanwhile, ${(attacked / usual).toFixed(2)} times`,
      );
    }
    const middle = ratios.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
    console.log(
      `${ATTACKS[name].what}: ${middle.toFixed(2)} times (at most ${MAX_RATIO})${middle > MAX_RATIO ? '   OVER' : ''}`,
    );
    if (middle > MAX_RATIO) process.exitCode = 1;
  }
  client.stop();
  await product.stop();
  await postgres.stop();
}

const [name, port] = process.argv.slice(2);
if (name !== undefined && name in ATTACKS) attack(name as Attack, Number(port));
else await bench();
