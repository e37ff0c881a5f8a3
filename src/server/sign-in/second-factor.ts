// The second factor of a person: setting it up, checking codes, and recovery codes. Secrets are encrypted in the database,
// bound to their user. A recovery code has 120 random bits, so one round of hashing is enough (ASVS 6.5.2).
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { actAs, valueOf, type Database, type Owner } from '../database/database.ts';
import { factOf, rememberedFact } from '../database/facts.ts';
import type { Settings } from '../settings.ts';
import { countedForCodes, deleteCounts } from './attempts.ts';
import { newSecret, storedHash } from './sessions.ts';
import { randomCode, setupOf, stepOf } from './totp.ts';

const SECRET_BYTES = 20;
const CODE_BYTES = 15;
const RECOVERY_CODES = 10;
const IV_BYTES = 12;
const TAG_BYTES = 16;

type Place = { database: Database; settings: Settings };

/** Without the setting, the key is in the database: then only the setting protects secrets in a copy of it. */
async function keyOf({ database, settings }: Place): Promise<Buffer> {
  const source = settings.SECOND_FACTOR_KEY ?? (await rememberedFact(database, 'second factor key', newSecret));
  return Buffer.from(hkdfSync('sha256', source, '', 'courtside second factor', 32));
}

function encrypt(key: Buffer, userId: string, secret: Buffer): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(userId));
  const body = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
}

/** Undefined if it was encrypted with another key. */
function decrypt(key: Buffer, userId: string, stored: string): Buffer | undefined {
  const bytes = Buffer.from(stored, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(userId))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}

export const hasSecondFactor = (owner: Owner, userId: string): Promise<boolean> =>
  valueOf(owner, sql`exists (select from second_factors where user_id = ${userId} and confirmed_at is not null)`);

export const recoveryCodesLeft = (owner: Owner, userId: string): Promise<number> =>
  valueOf(owner, sql`(select count(*) from recovery_codes where user_id = ${userId})`);

/** Makes a secret that waits for its first code, in place of an earlier one that still waits. */
export async function beginSecondFactor(place: Place, { id, email }: { id: string; email: string }) {
  const secret = randomBytes(SECRET_BYTES);
  const stored = encrypt(await keyOf(place), id, secret);
  const begun = await place.database.owner
    .insertInto('secondFactors')
    .values({ userId: id, secret: stored })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet({ secret: stored }).where('secondFactors.confirmedAt', 'is', null),
    )
    .returning('userId')
    .executeTakeFirst();
  return begun && setupOf(secret, email);
}

/** Whether the app's code is right. Each code is accepted once. */
async function acceptCode(owner: Owner, key: Buffer, userId: string, code: string): Promise<boolean> {
  const found = await owner
    .selectFrom('secondFactors')
    .select(['secret', sql<number>`extract(epoch from now())::float8`.as('now')])
    .where('userId', '=', userId)
    .executeTakeFirst();
  const secret = found && decrypt(key, userId, found.secret);
  const step = secret && (await stepOf(secret, code, found.now));
  if (!found || step === undefined) return false;
  const accepted = await owner
    .updateTable('secondFactors')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .where('lastStep', '<', step)
    // Not if another secret was made since.
    .where('secret', '=', found.secret)
    .returning('userId')
    .executeTakeFirst();
  return accepted !== undefined;
}

/** Recovery codes are typed with or without their dashes, in any case. */
const plainCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toUpperCase();

async function useRecoveryCode(owner: Owner, userId: string, typed: string): Promise<boolean> {
  const used = await owner
    .deleteFrom('recoveryCodes')
    .where('userId', '=', userId)
    .where('codeHash', '=', storedHash(plainCode(typed)))
    .returning('userId')
    .executeTakeFirst();
  return used !== undefined;
}

/** Whether this is a code of the app or a recovery code, which is used up by that. */
export async function checkSecondFactor(place: Place, userId: string, typed: string): Promise<boolean> {
  const code = plainCode(typed);
  const { owner } = place.database;
  return /^\d{6}$/.test(code)
    ? acceptCode(owner, await keyOf(place), userId, code)
    : useRecoveryCode(owner, userId, code);
}

/** Replaces all recovery codes, and returns the new ones. */
async function newRecoveryCodes(owner: Owner, userId: string): Promise<string[]> {
  const codes = await Promise.all(Array.from({ length: RECOVERY_CODES }, () => randomCode(CODE_BYTES)));
  await owner.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
  await owner
    .insertInto('recoveryCodes')
    .values(codes.map((code) => ({ userId, codeHash: storedHash(code) })))
    .execute();
  return codes.map((code) => code.replaceAll(/.{4}(?=.)/g, '$&-'));
}

/**
 * Turns the second factor on with its first code. Returns the recovery codes, or undefined for a wrong code. Of two confirmations
 * at the same moment only one returns codes, because only one set of codes works.
 */
export async function confirmSecondFactor(
  place: Place,
  userId: string,
  typed: string,
): Promise<string[] | 'is on' | undefined> {
  const key = await keyOf(place);
  return place.database.owner.transaction().execute(async (tx) => {
    if (!(await acceptCode(tx, key, userId, plainCode(typed)))) return undefined;
    await actAs(tx, userId);
    const confirmed = await tx
      .updateTable('secondFactors')
      .set({ confirmedAt: sql`now()` })
      .where('userId', '=', userId)
      .where('confirmedAt', 'is', null)
      .returning('userId')
      .executeTakeFirst();
    return confirmed ? newRecoveryCodes(tx, userId) : 'is on';
  });
}

/** Returns whether it was on. `by`: the person who turns it off, for the history; null for a command. */
export async function removeSecondFactor(database: Database, userId: string, by: string | null): Promise<boolean> {
  return database.owner.transaction().execute(async (tx) => {
    await actAs(tx, by);
    const removed = await tx
      .deleteFrom('secondFactors')
      .where('userId', '=', userId)
      .returning('confirmedAt')
      .executeTakeFirst();
    // The next second factor begins without the wrong codes of this one.
    await deleteCounts(tx, countedForCodes(userId));
    return removed?.confirmedAt != null;
  });
}

/** The server's fact that says whether super admins need a second factor. The database knows it by this name. */
export const SECOND_FACTOR_RULE = 'second factor for super admins';

/** Tells the database whether super admins without a second factor have their rights. */
export async function applySecondFactorRule(database: Database, settings: Settings): Promise<void> {
  const name = SECOND_FACTOR_RULE;
  const value = settings.REQUIRE_TOTP_FOR_SUPER_ADMINS === 'on' ? 'required' : 'optional';
  // A standby can't write, and has nothing to.
  if (((await factOf(database.owner, name)) ?? 'optional') === value) return;
  await database.owner
    .insertInto('serverFacts')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
