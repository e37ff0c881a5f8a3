// The session ends while a change is on its way: what was typed stays, and is saved after the person has signed in again.
import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import { queryClient } from '#web/server/query-client.ts';
import { storedHash } from '#server/sign-in/sessions.ts';
import type { Opening, Pages } from '../pages/open-page.tsx';
import { newWorld, sendIt } from './late-answers.ts';
import type { LateChange } from './late-change.ts';
import { drafts, until } from './person.ts';
import { toastTexts } from './toasts.ts';

const isSignedOut = (): boolean => document.body.textContent.includes('You have been signed out');

export async function saveAfterSignIn(change: LateChange, pages: Pages): Promise<void> {
  const world = await newWorld(change, pages);
  const { actor, token } = world[change.as];
  const { promise: isBack, resolve: comeBack } = Promise.withResolvers<void>();
  const between: Opening['between'] = async (call, ask) => {
    const answer = await ask();
    // The page also loads its lists again; those answers arrive last.
    if (answer.status === 401 && !isChange(call)) await isBack;
    return answer;
  };
  const isChange = (call: string): boolean => change.calls.includes(call.replace('/', '.'));
  await pages.open(world.text(change.at), { token, between });
  await change.fill?.(world, 'a draft');
  const typed = drafts();
  const hash = storedHash(token!);
  await sql`delete from sessions where token_hash = ${hash}`.execute(world.owner);
  await sendIt(change, world);
  await until('the end of the session', isSignedOut);
  expect(drafts(), 'no draft is lost').toEqual(typed);
  // Signing in again in another tab gives this browser a session again.
  await sql`insert into sessions (user_id, token_hash, expires_at)
    values (${actor.userId}, ${hash}, now() + interval '1 day')`.execute(world.owner);
  const otherTab = new BroadcastChannel('courtside-session');
  onTestFinished(() => otherTab.close());
  otherTab.postMessage('signed in');
  await until('the page as it was', () => !isSignedOut());
  comeBack();
  await until('the lists', () => queryClient.isFetching() === 0);
  expect(isSignedOut(), 'an old answer does not end the new session').toBe(false);
  expect(drafts(), 'no draft is lost').toEqual(typed);
  await sendIt(change, world);
  await until('success', () => toastTexts().includes(world.text(change.done!)));
}
