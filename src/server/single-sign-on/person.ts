// Whose account an identity at the provider opens. It is linked with one account at the first sign-in: the one with the identity's verified
// email address, or a new one if somebody has invited that address. From then on the identity counts, and not its email address.
import { actAs, type Database, type Tx } from '../database/database.ts';
import { isDuplicate } from '../database/errors.ts';
import type { Settings } from '../settings.ts';
import { holdInvitations, joinInvited, openInvitations } from '../sign-in/accept-invitation.ts';
import type { Identity } from './identity.ts';
import type { Problem } from './problems.ts';

type Person = { id: string; email: string };
type Place = { database: Database; settings: Settings; issuer: string };

async function linkedPerson(tx: Tx, issuer: string, subject: string) {
  return tx
    .selectFrom('signOnLinks')
    .innerJoin('users', 'users.id', 'userId')
    .select(['users.id', 'email', 'mustChangePassword'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

async function link(tx: Tx, userId: string, issuer: string, subject: string): Promise<void> {
  // The history names the person who signs in.
  await actAs(tx, userId);
  await tx.insertInto('signOnLinks').values({ userId, issuer, subject }).execute();
}

/** The person with the identity's email address, who is linked by this. */
async function personByEmail(tx: Tx, issuer: string, { subject, email, name }: Identity) {
  if (email === undefined) return 'unverified';
  // First, so that if somebody accepts them at the same moment, the account exists when it is looked up next.
  await holdInvitations(tx, email);
  const invitations = await openInvitations(tx, email);
  const person = await tx
    .selectFrom('users')
    .select(['id', 'email', 'mustChangePassword'])
    .where('email', '=', email)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (person) {
    const ofPerson = tx.selectFrom('signOnLinks').select('subject').where('userId', '=', person.id);
    const linked = await ofPerson.where('issuer', '=', issuer).executeTakeFirst();
    // A first sign-in at the same moment has just linked this identity.
    if (linked) return linked.subject === subject ? person : 'other-identity';
    await link(tx, person.id, issuer, subject);
    return person;
  }
  if (invitations.length === 0) return 'no-account';
  const id = await joinInvited(tx, { email, name, schools: invitations });
  await link(tx, id, issuer, subject);
  return { id, email, mustChangePassword: false };
}

/** Deletes a first password from support, because the person signed in without it. A password for emergencies stays. */
async function endFirstPassword(tx: Tx, { id, email }: Person, { OIDC_ONLY_EXCEPT }: Settings): Promise<void> {
  if (email === OIDC_ONLY_EXCEPT) return;
  await tx.deleteFrom('passwords').where('userId', '=', id).execute();
  await tx.updateTable('users').set({ mustChangePassword: false }).where('id', '=', id).execute();
}

/** The person whom this identity signs in, or why it signs nobody in. */
export async function personOf({ database, settings, issuer }: Place, identity: Identity): Promise<Person | Problem> {
  const find = () =>
    database.owner.transaction().execute(async (tx) => {
      const person = (await linkedPerson(tx, issuer, identity.subject)) ?? (await personByEmail(tx, issuer, identity));
      if (typeof person !== 'string' && person.mustChangePassword) await endFirstPassword(tx, person, settings);
      return person;
    });
  // Two first sign-ins at the same moment: the second finds what the first has made.
  return find().catch((error: unknown) => {
    if (isDuplicate(error)) return find();
    throw error;
  });
}
