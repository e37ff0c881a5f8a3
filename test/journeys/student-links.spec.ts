// A link to a student's card, from the coach who makes it to the parent's phone, without an account.
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { ask, goWithin, schoolsOf, signInAs, untilLoaded } from './person.ts';
import { expect, test, untouched } from './product.ts';
import { expectToast } from './toasts.ts';

type Link = { token: string };

async function turnLinks(page: Page, sharesCards: boolean): Promise<string> {
  const { schoolId } = (await schoolsOf(page))[0]!;
  const { version } = await ask<{ version: number }>(page, 'seasonBook/ofSchool', { schoolId });
  await ask(page, 'seasonBook/change', { schoolId, version, changed: { sharesCards } });
  return schoolId;
}

async function makeLink(page: Page): Promise<{ schoolId: string; studentId: string; name: string; token: string }> {
  await signInAs(page, 'primary');
  const schoolId = await turnLinks(page, true);
  const [season] = (await ask<string[]>(page, 'seasonBook/seasons', { schoolId })) as [string];
  const { estimates } = await ask<{ estimates: { studentId: string }[] }>(page, 'metrics/season', { schoolId, season });
  const { studentId } = estimates[0]!;
  const students = await ask<{ id: string; name: string }[]>(page, 'students/inSchool', { schoolId });
  const { token } = await ask<Link>(page, 'studentLinks/make', { schoolId, studentId, season, days: '30' });
  return { schoolId, studentId, token, name: students.find(({ id }) => id === studentId)!.name };
}

test('a coach switches links on, shares a card, and a parent opens it on a phone until the coach ends it', async ({
  page,
  browser,
  product,
}) => {
  const { studentId, name } = await makeLink(page);
  await page.goto(`/season/students/${studentId}`);
  await page.getByRole('button', { name: 'Share' }).press('Enter');
  await expect(page.getByLabel('Works for')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const field = page.getByLabel(`Link to ${name}’s card`);
  await expect(field).toBeFocused();
  const link = await field.inputValue();

  const phone = await browser.newContext({
    storageState: untouched,
    viewport: { width: 375, height: 812 },
    reducedMotion: 'reduce',
  });
  const parent = await phone.newPage();
  const asked: string[] = [];
  parent.on('request', (request) => asked.push(request.url()));
  const [answer] = await Promise.all([parent.waitForResponse(/student-card$/), parent.goto(link)]);
  await expect(parent.getByRole('heading', { level: 1, name })).toBeVisible();
  const scores = parent.getByRole('table', { name: 'Scores by role' });
  await expect(scores).toBeVisible();
  const order = (await parent.getByLabel('Sort by').first().boundingBox())!;
  expect((await scores.boundingBox())!.y, 'room below “Sort by”').toBeGreaterThan(order.y + order.height + 8);
  expect(answer.headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
  expect(asked.filter((url) => url.includes(new URL(link).hash.slice(1)))).toEqual([]);
  expect(asked.filter((url) => /api\/(?!rpc\/session\/studentCard)/.test(url))).toEqual([]);
  expect(await phone.cookies()).toEqual([]);
  expect(await parent.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await expect(parent.getByRole('button', { name: 'Accept' })).toBeHidden();

  // In the app, an address's fragment is a place on the page.
  const askedByApp: string[] = [];
  page.on('request', (request) => askedByApp.push(request.url()));
  await page.evaluate(() => (location.hash = 'main'));
  const ends = page.getByRole('button', { name: /^End the link/ });
  // The newest link is the last, once the list has it.
  await expect(ends).toHaveCount(2);
  await ends.last().click();
  await page.getByRole('button', { name: 'End link' }).click();
  await expectToast(page, 'Link ended');
  expect(askedByApp.filter((url) => url.includes('studentCard'))).toEqual([]);
  await parent.reload();
  await expect(parent.getByText('This link has ended. Ask the school for a new one.')).toBeVisible();
  expect(product.url).toBe(new URL(link).origin);
});

/** The card is printed on one page of Letter and of A4, without buttons. */
async function expectPrinted(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
  for (const format of ['Letter', 'A4'] as const) {
    const pdf = (await page.pdf({ format })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g), format).toHaveLength(1);
  }
  await page.emulateMedia({ media: 'print' });
  // The head of a column that sorts is a button on the screen and a word on paper.
  await expect(page.locator(':not(th) > button:visible')).toHaveCount(0);
  await page.emulateMedia({ media: null });
}

test('axe finds no problems on a shared card, which is printed on one page, on one that has ended, and in the dialog that shares it', async ({
  page,
}) => {
  const { studentId, token } = await makeLink(page);
  await page.goto(`/season/students/${studentId}?open=share`);
  await expect(page.getByRole('button', { name: 'Create link' })).toBeVisible();
  await expectAccessible(page, 'the dialog');
  await goWithin(page, '/school');
  await untilLoaded(page);
  await page.getByText(/^Show .* open link/).click();
  await expectAccessible(page, 'the School page');
  await page.goto(`/student-card#${token}`);
  await expect(page.getByRole('table', { name: 'Scores by role' })).toBeVisible();
  await expectAccessible(page, 'the card');
  await expectPrinted(page);
  await page.goto(`/student-card?#${'A'.repeat(43)}`);
  await expect(page.getByText('This link has ended. Ask the school for a new one.')).toBeVisible();
  await expectAccessible(page, 'an ended link');
  await turnLinks(page, false);
  await page.goto(`/season/students/${studentId}?open=share`);
  await expect(page.getByRole('link', { name: 'School page' })).toBeVisible();
  await expectAccessible(page, 'the dialog while links are off');
});
