// What the privacy page says is stored in the browser is what the product stores there.
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { rememberedKeys, type RememberedKey } from '#web/state/remembered.ts';
import { pageTests } from './open-page.tsx';

const { open } = pageTests();

const BALLOTS = /the ballots you are typing or checking \(without their photos\)/;
const COLUMNS = /the columns you hid from the admin area’s lists/;
/** The words that name each key. */
const NAMED: Record<RememberedKey, RegExp> = {
  school: /the chosen school/,
  'nav-collapsed': /the navigation’s size/,
  'nav-width': /the navigation’s size/,
  cookieConsent: /your answer about cookies/,
  ballotExtractedData: BALLOTS,
  ballotForm: BALLOTS,
  ballotDrafts: BALLOTS,
  sheetDrafts: /the score sheets and line-ups you are editing/,
  formDrafts: /line-ups you are editing, the scores of a try-out you are entering/,
  ballotPhotos: BALLOTS,
  'unchecked-scores': BALLOTS,
  'mantine-color-scheme-value': /the color scheme/,
  person: /which account used it last/,
  'sign-out-pending': /also remembers to sign you out/,
  'no-single-keys': /whether single keys are shortcuts/,
  'read-on-device': /whether it reads photos itself/,
  'columns-schools': COLUMNS,
  'columns-users': COLUMNS,
  'columns-cases': COLUMNS,
};

test('the privacy page names everything that is stored in the browser, and both cookies', async () => {
  await open('/privacy-and-security');
  const parts = await screen.findAllByRole('heading', { level: 2 });
  const text = new Map(parts.map((part) => [part.textContent, part.parentElement?.textContent ?? '']));
  expect([...text.keys()]).toEqual([
    'Data collection',
    'Strictly necessary cookies',
    'Your rights',
    'Security practices',
    'Local storage',
  ]);
  for (const said of text.values()) expect(said.length).toBeGreaterThan(200);
  for (const key of rememberedKeys) expect(text.get('Local storage'), key).toMatch(NAMED[key]);
  expect(text.get('Strictly necessary cookies')).toMatch(/One cookie holds .* Another one .* up to 400 days/);
});
