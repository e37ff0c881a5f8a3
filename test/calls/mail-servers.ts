// Mail servers that accept, refuse and fail, servers of ours that send to them, and a sample email.
import type { SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { openTestDatabase } from '../database.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { startMailbox, type Mailbox } from '../mailbox.ts';
import { addPerson, addSchool, callsAs } from '../people.ts';

export let database: Database;
/** What each test has opened. */
export const toClose: (() => Promise<void>)[] = [];

/** Call it once per test file. */
export function mailTests(): void {
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());
  afterEach(async () => {
    for (const close of toClose.splice(0)) await close();
  });
}

let count = 0;
export const newEmail = (): string => `person-${(count += 1)}@example.test`;

export async function mailServer(options: SMTPServerOptions = {}): Promise<Mailbox> {
  const mailbox = await startMailbox(options);
  toClose.push(() => mailbox.close());
  return mailbox;
}

export const productWith = (SMTP_URL: string, more: Record<string, string> = {}): Promise<InProcess> =>
  startInProcess(
    {
      SMTP_URL,
      MAIL_FROM: 'Courtside <courtside@example.org>',
      PUBLIC_URL: 'https://courtside.example.org',
      ...more,
    },
    database,
  );

export async function inviteFrom(product: InProcess, { schoolName = 'Home School', email = newEmail() } = {}) {
  const { id: schoolId } = await addSchool(database, schoolName);
  const admin = await addPerson(database, { superAdmin: true });
  const answer = await callsAs(product, admin).invitations.invite({ email, schoolId, role: 'viewer' });
  return { ...answer, email };
}
