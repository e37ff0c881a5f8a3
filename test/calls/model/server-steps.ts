// The server: time that passes, restarts, backups and their restoring, and the rule about second factors.
import fc from 'fast-check';
import { backup } from '#server/backup/backup.ts';
import { restore } from '#server/backup/restore.ts';
import { cleanUp } from '#server/cleanup.ts';
import { giveClockToFunctions } from '#test/clock.ts';
import { noticeEndedConnections } from '#test/database.ts';
import { pino } from 'pino';
import { cleanedUp } from './book-steps.ts';
import { signInAs } from './account-steps.ts';
import { sessionIsTrue } from './invariants.ts';
import { endEveryLink } from './links.ts';
import { commandOf } from './step.ts';
import { sessionOf, storedOf } from './truth.ts';
import { POOL, type World } from './world.ts';

/** What a cleanup job can't delete is a failure. */
export const complaints = pino(
  {},
  {
    write: (line: string) => {
      throw new Error(line);
    },
  },
);

export const passTime = commandOf({
  picks: fc.constantFrom<[string, number]>(
    ['25 minutes', 25 / 60],
    ['a night', 10],
    ['three days', 73],
    ['eight days', 193],
    ['five weeks', 841],
    // Past June, the end of a season.
    ['ten months', 7300],
  ),
  // After a season book's or a try-out's last day, and the end of a link.
  recorded: ['keptBallot', 'round', 'seasonBook', 'tryOut', 'studentLink', 'invitation'].map(
    (subject) => `delete ${subject}`,
  ),
  does: async ({ world, truth, say }, [words, hours]) => {
    say(`${words} pass`);
    await world.clock.forward(`${Math.round(hours * 60)} minutes`);
    truth.now += hours;
    await cleanUp(world.database, world.product.settings, complaints);
    cleanedUp(truth);
  },
});

export const restart = commandOf({
  picks: fc.constant(null),
  does: async ({ world, truth, say }) => {
    say('The server is restarted');
    await world.restart(truth);
  },
});

export const requireSecondFactor = commandOf({
  picks: fc.boolean(),
  does: async ({ world, truth, say }, isNeeded) => {
    say(`The server is restarted and ${isNeeded ? 'requires' : 'doesn’t require'} a second factor`);
    truth.needsFactor = isNeeded;
    await world.restart(truth);
  },
});

/** The lines of each world’s last backup. */
const backups = new WeakMap<World, string>();

export const backUp = commandOf({
  picks: fc.constant(null),
  does: async ({ world, truth, say }) => {
    say('The database is backed up');
    let text = '';
    for await (const more of backup(world.database)) text += more;
    backups.set(world, text);
    truth.backup = storedOf(truth);
  },
});

async function* linesOf(text: string): AsyncGenerator<string> {
  for (const line of text.trimEnd().split('\n')) yield await Promise.resolve(line);
}

export const restoreBackup = commandOf({
  picks: fc.constant(null),
  when: ({ backup: made }) => made !== null,
  does: async ({ world, truth, say }) => {
    say('The backup is restored, and Sue signs in');
    const command = world.connect();
    await restore(command, linesOf(backups.get(world) ?? ''), { replace: true });
    await giveClockToFunctions(command);
    await command.close();
    await noticeEndedConnections(world.database, POOL);
    Object.assign(truth, structuredClone(truth.backup));
    // A restore ends all sessions.
    for (const session of truth.sessions) session.isEnded = true;
    endEveryLink(truth);
    Object.assign(truth, { bulk: [], listed: [], roles: [] });
    world.forgetObserver();
    await signInAs(world, truth, 'Sue');
    // Whether she needs a second factor is the server's setting, not the backup's.
    await sessionIsTrue(world, truth, sessionOf(truth, 'Sue')!, false);
  },
});
