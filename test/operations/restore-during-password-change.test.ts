// A backup is restored while somebody changes their password, or while sessions are ended: everybody is signed out, everything is as in
// the backup, and a change is only confirmed if it was made before the restore.
import { expect, test } from 'vitest';
import type { Browser } from '#test/in-process.ts';
import { addPerson, PASSWORD } from '#test/people.ts';
import {
  answerTo,
  direct,
  messagesOf,
  restoreSaved,
  restoreWorld,
  signedInBrowser,
  userId,
  withRestoreAt,
} from './restore-world.ts';

const NEW = 'a new password';
let superAdmin: string;

restoreWorld(async () => {
  superAdmin = (await addPerson(direct, { superAdmin: true })).userId;
});

const canSignIn = async ({ calls }: Browser, email: string, password: string) =>
  (await answerTo(calls.session.signIn({ email, password }))) === 'done';

const CHANGES: [string, number, () => Promise<Browser>, ({ calls }: Browser) => Promise<unknown>][] = [
  [
    'a password change',
    3,
    signedInBrowser,
    ({ calls }) => calls.session.changePassword({ currentPassword: PASSWORD, newPassword: NEW }),
  ],
  ['“Sign Out Everywhere”', 2, () => signedInBrowser(superAdmin), ({ calls }) => calls.users.endSessions({ userId })],
];

test.each(CHANGES)(
  'a restore that begins during %s, at %i moments, leaves the password of the backup and nobody signed in',
  async (_what, moments, by, change) => {
    const first = await by();
    const messages = await messagesOf(async () => expect(await answerTo(change(first))).toBe('done'));
    await restoreSaved();
    for (let at = 1; at <= messages; at += Math.ceil(messages / moments)) {
      const other = await signedInBrowser();
      const { email = '' } = (await other.calls.session.me()) ?? {};
      const browser = await by();
      const answer = await withRestoreAt(at, () => answerTo(change(browser)));
      const where = `restored at message ${at} of ${messages}`;
      expect(['done', 'SERVICE_UNAVAILABLE', 'UNAUTHORIZED'], where).toContain(answer);
      for (const { calls } of [browser, other]) expect(await calls.session.me(), where).toBeNull();
      expect(await canSignIn(browser, email, NEW), where).toBe(false);
      expect(await canSignIn(browser, email, PASSWORD), where).toBe(true);
    }
  },
);
