// Reads the arguments of commands: a user by email, a school by id or name, a role. Each refusal is a sentence that says what
// to type instead.
import { sql } from 'kysely';
import { email as emailSchema, name as nameSchema } from '#contract/fields.ts';
import type { Database } from '../database/database.ts';
import { CannotStart } from '../settings.ts';
import { isBcryptHash } from '../sign-in/passwords.ts';

export const readEmail = (text: string): string => {
  const parsed = emailSchema.safeParse(text);
  if (!parsed.success) throw new CannotStart(`"${text}" is not an email address.`);
  return parsed.data;
};

export const readName = (text: string): string => {
  const parsed = nameSchema.safeParse(text);
  if (!parsed.success) throw new CannotStart(parsed.error.issues.map(({ message }) => message).join(' '));
  return parsed.data;
};

export const readOneOf = <Word extends string>(words: readonly Word[], text: string, what: string): Word => {
  const found = words.find((word) => word === text);
  if (found === undefined) throw new CannotStart(`"${text}" is not a ${what}. Choose ${words.join(', ')}.`);
  return found;
};

export const readBcryptHash = (text: string): string => {
  if (!isBcryptHash(text)) {
    throw new CannotStart(
      'This is not a bcrypt hash that can be imported. It starts with $2, has a cost of 04 to 12 and 60 characters; put it in single quotes.',
    );
  }
  return text;
};

export async function findUser({ owner }: Database, text: string) {
  const email = readEmail(text);
  return owner
    .selectFrom('users')
    .select(['id', 'email', 'name'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow(() => new CannotStart(`There is no user with the email ${email}.`));
}

export async function findSchool({ owner }: Database, text: string) {
  const asked = text.trim();
  const schools = await owner
    .selectFrom('schools')
    .select(['id', 'name'])
    .where(sql<boolean>`${asked} in (name, short_name) or id::text = lower(${asked})`)
    .limit(2)
    .execute();
  const [school, another] = schools;
  if (!school) throw new CannotStart(`There is no school with the id, name or short name "${asked}".`);
  if (another) throw new CannotStart(`Several schools are called "${asked}". Name the one you mean by its id.`);
  return school;
}
