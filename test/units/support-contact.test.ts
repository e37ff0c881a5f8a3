// Texts that send people to support come from one component and one function, which know whether this server names a contact.
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const PLACES = ['src/web/support/ask-support.tsx', 'src/server/mail-body.ts'];

/** Allowed texts: they say what support does or sees, or who can ask it, but send nobody there. */
const ALLOWED = [
  "Please have your school's Primary Admin reach out to support to be added.",
  'Show School ID (Support Purposes)',
  'Support ended your session.',
  'Request confirmed. Support adds the person.',
  'Your school’s Primary Admins and support see your request. Support adds you once it is confirmed.',
  'the school’s Primary Admins and support see it with',
  'Request sent. Support adds your colleague.',
  'Support adds your colleague. A person who has no account yet gets an invitation by email, or a link from support.',
  'email address until support decides or it is withdrawn.',
  'Support has been asked to add ',
  'have it corrected, or have it deleted; support does it.',
  'What support deletes on the server can’t be restored.',
];

/** Without comments, identifiers and spelled-out values of types. */
const textOf = (source: string): string => {
  const text = source
    .replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '')
    .replaceAll(
      /AskSupport|ask-support|#web\/support\/|supportContact|SUPPORT_CONTACT|METHOD_NOT_SUPPORTED|UNSUPPORTED_MEDIA_TYPE|'support'|\bsupport: '/g,
      '',
    )
    .replaceAll(/\s+/g, ' ');
  return ALLOWED.reduce((left, sentence) => left.replaceAll(sentence, ''), text);
};
const mentions = (source: string): string[] => textOf(source).match(/.{0,40}\bsupport\b.{0,40}/gi) ?? [];

test('no other text sends people to support', () => {
  const files = globSync('src/{web,contract,server,metrics,ballot,season-files}/**/*.{ts,tsx,html}', {
    cwd: ROOT,
  }).filter(
    (file) => !PLACES.includes(file) && !file.startsWith('src/web/gallery/') && !file.startsWith('src/server/people/'),
  );
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((file) =>
    mentions(readFileSync(resolve(ROOT, file), 'utf8')).map((text) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});

test('a text that sends people to support is found', () => {
  expect(mentions('<p>To change it,\n  contact support.</p>')).toHaveLength(1);
});
