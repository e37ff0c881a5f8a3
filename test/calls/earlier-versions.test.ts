// What earlier versions have stored or given out still works after an update: secrets of second factors, marks of known browsers, and
// access tokens. The literals were computed without the product's code.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeAt } from '../authenticator.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, PASSWORD } from '../people.ts';
import { post } from '../programs.ts';
import { newAddress, refused } from './refused.ts';

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess();
  const keys = { 'second factor key': 'k'.repeat(32), 'device cookie key': 'a'.repeat(43) };
  await product.database.owner
    .insertInto('serverFacts')
    .values(Object.entries(keys).map(([name, value]) => ({ name, value })))
    .execute();
});
afterAll(() => product.close());

const signIn = (input: { email: string; password?: string; code?: string }, caller = {}) =>
  refused(product.browser(caller).calls.session.signIn({ password: PASSWORD, ...input }));

test('an authenticator app that was set up earlier still signs its person in, and so do recovery codes', async () => {
  const { owner } = product.database;
  const userId = '3f0c1c5e-6a52-4b0e-9b57-0d3a54c3f1a7';
  const email = 'earlier-app@example.test';
  await owner.insertInto('users').values({ id: userId, email, name: 'Earl Early' }).execute();
  const person = await addPerson(product.database);
  await owner.updateTable('passwords').set({ userId }).where('userId', '=', person.userId).execute();
  // AES-256-GCM for this id, with the key above: the nonce, the tag and the text.
  const secret = 'YW4gaXYsIGZpeGVkJUz6fyvk4V3BTJUq39FOnVfRpZIG0AgqeG3llYHXVG6QPJLy';
  await owner.insertInto('secondFactors').values({ userId, secret, confirmedAt: new Date() }).execute();
  const code = codeAt(Buffer.from('12345678901234567890'), Date.now() / 1000);
  expect(await signIn({ email, code })).toEqual({ code: 'none' });
  // They aren't mistaken for the six digits of an app.
  for (const recoveryCode of ['ABCD-EFGH-IJKL-MNOP-QR23-4567', '2345-67AB-CDEF-GHIJ-KLMN-OPQR']) {
    const plain = recoveryCode.replaceAll('-', '');
    await sql`insert into recovery_codes (user_id, code_hash) values (${userId}, sha256(${plain}::bytea))`.execute(
      owner,
    );
    expect(await signIn({ email, code: recoveryCode })).toEqual({ code: 'none' });
  }
});

test('a browser that signed in earlier still has attempts of its own', async () => {
  const person = await addPerson(product.database);
  const email = 'earlier-browser@example.test';
  await product.database.owner.updateTable('users').set({ email }).where('id', '=', person.userId).execute();
  const address = newAddress();
  for (let failure = 0; failure < 10; failure += 1) await signIn({ email, password: 'wrong' }, { address });
  expect(await signIn({ email }, { address })).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  // HMAC-SHA-256 of the nonce and the email, with the key above.
  const mark = `${'A'.repeat(22)}.ao-0i7dhylP1Z6Q30trQdlV4KHdChvXMWjG81CFGfkA`;
  expect(await signIn({ email }, { address, headers: { cookie: `courtside-device=${mark}` } })).toEqual({
    code: 'none',
  });
});

test('an access token that was made earlier still works, and its checksum is looked at', async () => {
  const { userId } = await addPerson(product.database);
  // The secret, and the CRC-32 of all before in base 36, padded to seven characters.
  const token = `courtside_pat_${'1'.padStart(50, '0')}005llx9`;
  const mistyped = `${token.slice(0, -1)}8`;
  for (const each of [token, mistyped]) {
    await sql`insert into access_tokens (user_id, name, token_hash, expires_at)
      values (${userId}, 'Sheet', sha256(${each}::bytea), now() + interval '1 day')`.execute(product.database.owner);
  }
  const statusWith = async (text: string) => (await post(product, text, 'assignments/mine')).status;
  expect([await statusWith(token), await statusWith(mistyped)]).toEqual([200, 401]);
});
