// The schemas of the fields that subjects share: ids, names, days, email addresses.
import * as z from 'zod/mini';
import { isSeason } from './seasons.ts';
import { ROLES } from './words.ts';

/** In lower case, as the database writes it, so that equal ids are equal texts. */
export const id = z.uuid().check(z.toLowerCase());
export const role = z.enum(ROLES);

// Emoji and some scripts need joiners and variation selectors between their letters; everywhere else they are invisible.
const INVISIBLE = /(?!\u200c|\u200d|\ufe0f)\p{Default_Ignorable_Code_Point}/gu;
const STRAY_JOINERS =
  /(?<=^|[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{P}\p{Z}])(?:\u200c|\u200d|\ufe0f)+/gu;
const VISIBLE = /(?!\u2800)[\p{L}\p{N}\p{P}\p{S}]/u;
const MAX_NAME = 200;

/** Spreadsheets and websites have spaces that don't break a line, and pages draw several spaces as one. */
const SPACES = /\p{Zs}+/gu;

/**
 * A name without the characters that nobody sees, so that two names that look alike are alike: zero-width spaces, marks and
 * overrides of the writing direction, fillers. All spaces between two words are one plain space.
 */
const withoutInvisible = (text: string): string =>
  text.normalize('NFC').replaceAll(INVISIBLE, '').replaceAll(STRAY_JOINERS, '').replaceAll(SPACES, ' ').trim();

/** A day without a time: `2026-11-22`. PostgreSQL has no year 0. */
export const day = z.iso.date().check(z.refine((text) => text >= '0001'));

/** PostgreSQL stores no NUL character, and no half of a surrogate pair. Nobody types either. */
export const storable = z.refine<string>((text) => !text.includes('\0') && text.isWellFormed(), {
  message: 'This contains broken characters.',
});

/** A text on one line that may be empty, of up to 200 characters. */
export const optionalText = z.pipe(
  z.pipe(z.string(), z.transform(withoutInvisible)),
  z.string().check(
    z.maxLength(MAX_NAME, `Please use at most ${MAX_NAME} characters.`),
    z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'Please write this on one line.'),
    z.refine((text) => text.isWellFormed(), { message: 'This contains broken characters.' }),
  ),
);

/** A name as it is stored: 1 to 200 characters on one line, at least one of them visible. */
export const name = z.pipe(
  z.pipe(z.string(), z.transform(withoutInvisible)),
  z.string().check(
    z.refine((text) => VISIBLE.test(text), { message: 'Please enter a name.' }),
    z.maxLength(MAX_NAME, `A name can have at most ${MAX_NAME} characters.`),
    z.regex(/^\P{Cc}*$/u, 'A name can’t contain control characters.'),
    z.regex(/^[^\p{Zl}\p{Zp}]*$/u, 'A name can’t contain line breaks.'),
    z.refine((text) => text.isWellFormed(), { message: 'A name can’t contain broken characters.' }),
  ),
);

/** An email address as it is typed or pasted, in lower case, without what nobody sees of it. */
export const plainEmail = (text: string): string => withoutInvisible(text).toLowerCase();

/** An email address as it is stored. */
export const email = z.pipe(
  z.pipe(z.string(), z.transform(plainEmail)),
  z.string().check(
    z.regex(/^[^\s\p{Cc}@]+@[^\s\p{Cc}@]+$/u, 'Please enter an email address.'),
    z.maxLength(254, 'Please enter a shorter email address.'),
    z.refine((text) => text.isWellFormed(), { message: 'Please enter an email address.' }),
  ),
);

export const seasonName = z
  .string()
  .check(z.refine(isSeason, { message: 'Please enter a season as two years, such as 2026-27.' }));
