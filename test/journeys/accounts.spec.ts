// Accounts without the command line, in a browser: invitation, access request and second factor.
import { expectAccessible } from './accessible.ts';
import { DEMO_PASSWORD } from '../../scripts/tools/product.ts';
import { codeOf } from '../authenticator.ts';
import { emailOf, signInAs, untilLoaded } from './person.ts';
import { expect, test } from './product.ts';

test.use({ world: 'accounts' });

test('an invitation link from the admin area opens an account and its school', async ({ page, browser, product }) => {
  await signInAs(page, 'super');
  await page.goto('/admin');
  await untilLoaded(page);
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  await page.getByRole('tab', { name: 'School Assignments' }).click();
  await page.getByRole('button', { name: 'Add New Assignment' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill('nia@example.org');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const link = await page.getByRole('textbox', { name: /^Invitation for nia@example\.org/ }).inputValue();
  await expectAccessible(page, 'an invitation');

  const elsewhere = await browser.newContext({ baseURL: product.url });
  const invited = await elsewhere.newPage();
  await invited.goto(link);
  await expect(invited.getByText(/^nia@example\.org is invited to /)).toBeVisible();
  await untilLoaded(invited);
  await expectAccessible(invited, 'an opened invitation');
  await invited.getByRole('textbox', { name: /^Your name/ }).fill('Nia New');
  await invited.getByRole('textbox', { name: /^Password/ }).fill('seven geese in a canoe');
  await invited.getByRole('button', { name: 'Create account' }).click();
  await expect(invited.getByRole('heading', { level: 2, name: 'School Info' })).toBeVisible();
});

test('a person without a school asks for access, on a phone, too', async ({ page }) => {
  await signInAs(page, 'nobody');
  await page.goto('/');
  await untilLoaded(page);
  await page.getByRole('combobox', { name: 'School' }).fill('uni');
  await page.getByRole('option').first().click();
  await page.getByRole('button', { name: 'Ask for access' }).click();
  await expect(page.getByRole('list', { name: 'Your open requests' })).toBeVisible();
  await expectAccessible(page, 'the request of a person without a school');
});

test('a second factor is set up and asked for, and every screen on the way passes axe', async ({ page, context }) => {
  await signInAs(page, 'viewer');
  await page.goto('/settings');
  await untilLoaded(page);
  await page.getByText('Set up a second factor').click();
  await page.getByRole('textbox', { name: /^Password to set it up/ }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Set up' }).click();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expectAccessible(page, 'the second factor');
  await page
    .getByRole('textbox', { name: /^Code/ })
    .fill(codeOf(await page.getByText(/^Key:/).locator('code').innerText()));
  await page.getByRole('button', { name: 'Turn on' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' });
  await expect(codes).toBeVisible();
  await expectAccessible(page, 'the recovery codes');
  const [recoveryCode = ''] = await codes.getByRole('listitem').allInnerTexts();

  await context.clearCookies();
  await page.goto('/auth');
  await page.getByRole('textbox', { name: 'Email' }).fill(emailOf('viewer'));
  await page.getByRole('textbox', { name: 'Password' }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('textbox', { name: /^Code/ })).toBeFocused();
  await expectAccessible(page, 'signing in with a second factor');
  await page.keyboard.type(recoveryCode);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'User Dashboard' })).toBeVisible();
});
