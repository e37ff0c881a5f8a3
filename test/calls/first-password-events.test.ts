// Which change events a session receives until its temporary password is replaced.
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openListeners, type Listeners } from '#server/events/listeners.ts';
import { hashOfToken } from '#server/sign-in/sessions.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, PASSWORD } from '../people.ts';

let product: InProcess;
let listeners: Listeners;
beforeAll(async () => {
  product = await startInProcess();
  listeners = openListeners(product.database, product.settings, pino({ level: 'silent' }));
  await listeners.start();
});
afterAll(async () => {
  await listeners.stop();
  await product.close();
});

/** The events that a tab with this token receives, and a way to wait for a subject. */
function listen(token: string) {
  const received: string[] = [];
  let look = (): void => {};
  const hear = (names: string[]): boolean => {
    received.push(...names);
    look();
    return true;
  };
  listeners.add({
    tokenHash: hashOfToken(token),
    send: (event, data) =>
      hear(event === 'changes' ? (data as { subject: string }[]).map((it) => it.subject) : [event]),
    close: () => hear(['closed']),
  });
  const until = (name: string): Promise<void> =>
    new Promise((resolve) => {
      look = () => received.includes(name) && resolve();
      look();
    });
  return { received, until };
}

test('a session receives only public events until its temporary password is replaced', async () => {
  const { owner } = product.database;
  const newcomer = await addPerson(product.database, { superAdmin: true, mustChangePassword: true });
  const colleague = await addPerson(product.database, { superAdmin: true });
  const [tab, other] = [listen(newcomer.token ?? ''), listen(colleague.token ?? '')];
  await owner.insertInto('cases').values({ name: 'Not yet', year: 2026 }).execute();
  await owner.updateTable('incidents').set({ description: 'Public' }).execute();
  await Promise.all([tab.until('incident'), other.until('incident')]);
  expect(other.received).toContain('case');
  expect([...new Set(tab.received)]).toEqual(['incident']);

  const browser = product.browser({ token: newcomer.token ?? '' });
  await browser.calls.session.changePassword({ currentPassword: PASSWORD, newPassword: 'the gavel and a fish' });
  await tab.until('closed');
  const again = listen(browser.token() ?? '');
  await owner.insertInto('cases').values({ name: 'Now', year: 2026 }).execute();
  await again.until('case');
});
