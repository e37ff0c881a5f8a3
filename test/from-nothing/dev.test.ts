// `npm run dev` as a contributor uses it: everything goes through Vite's port, from an empty data directory.
import { readFileSync } from 'node:fs';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import { expect, test } from 'vitest';
import { recognitionLabel } from '#ballot/form.ts';
import type { Calls } from '#contract/index.ts';
import { PHOTO_PATH, WRITTEN } from '#test/photos/filled-ballot.ts';
import { freePort } from '../../scripts/tools/free-port.ts';
import { DEMO_PASSWORD, launch, withDataDir } from '../../scripts/tools/product.ts';
import { eventually } from '#test/eventually.ts';

/** Calls as a page of this origin sends them, with its cookies. */
const browserAt = (origin: string): Calls => {
  let cookie = '';
  const send = async (request: Request): Promise<Response> => {
    request.headers.set('origin', origin);
    request.headers.set('sec-fetch-site', 'same-origin');
    request.headers.set('cookie', cookie);
    const answer = await fetch(request);
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    return answer;
  };
  return createORPCClient(new RPCLink({ url: `${origin}/api/rpc`, fetch: send }));
};

test('npm run dev serves the app, signs a person in through its port and reads a photo', async () => {
  await withDataDir(async (dataDir) => {
    const [port, webPort] = [await freePort(), await freePort()];
    const { child, ended, printed } = launch({
      dataDir,
      command: ['npm', 'run', 'dev', '--', '--port', String(webPort)],
      settings: { PORT: String(port) },
    });
    try {
      await eventually(() => expect(printed()).toContain('is ready: '));
      await eventually(() => expect(printed()).toContain(`localhost:${webPort}`));
      const origin = `http://localhost:${webPort}`;
      for (const path of ['/', '/main.tsx', '/app.tsx']) expect((await fetch(origin + path)).status, path).toBe(200);
      const calls = browserAt(origin);
      await calls.session.signIn({ email: 'super@demo.test', password: DEMO_PASSWORD });
      const image = new File([readFileSync(PHOTO_PATH)], 'ballot.jpg', { type: 'image/jpeg' });
      const { fields } = await calls.ballots.recognize({ image });
      expect(fields[recognitionLabel('pClose')]?.value).toBe(WRITTEN.scores.pClose);
    } finally {
      child.kill('SIGTERM');
      await ended;
    }
  });
});
