// Many rows at once in a browser: a file of many schools, and rows selected by keyboard and mouse.
import { expectAccessible } from './accessible.ts';
import { dialogOf, openAdmin } from './admin.ts';
import { untilLoaded } from './person.ts';
import { expect, test } from './product.ts';

/** One call changes 100. */
const ROWS = 101;

test('more schools than one call takes are imported with a progress bar, and one Undo removes them', async ({
  page,
}) => {
  test.setTimeout(300_000);
  await openAdmin(page);
  await page.getByRole('button', { name: 'Import and export schools' }).click();
  const dialog = dialogOf(page, 'Import and Export Schools');
  await expect(dialog.getByRole('button', { name: 'Download the schools listed' })).toBeVisible();
  await expectAccessible(page, 'import and export');
  const lines = Array.from(
    { length: ROWS },
    (_, index) => `=Bulk School ${String(index).padStart(4, '0')},B${index},no`,
  );
  const file = {
    name: 'schools.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Name,Short Name,Premium', ...lines].join('\n')),
  };
  await dialog.getByLabel('Choose a file').setInputFiles(file);
  await expect(dialog.getByText(`${ROWS} rows: ${ROWS} new.`)).toBeVisible();
  await expectAccessible(page, 'the preview of a file');
  const started = Date.now();
  await expect(dialog.getByRole('button', { name: `Import ${ROWS} rows` })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(`${ROWS} rows changed.`)).toBeVisible({ timeout: 90_000 });
  const seconds = (Date.now() - started) / 1000;
  test.info().annotations.push({ type: 'seconds', description: `${ROWS} rows imported in ${seconds.toFixed(1)} s` });
  await dialog.getByRole('button', { name: 'Undo' }).click();
  // Each deletion keeps a copy of what the school has, which takes long when both cores are busy.
  await expect(dialog.getByText(`${ROWS} rows undone.`)).toBeVisible({ timeout: 90_000 });
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
});

test('an export contains the filtered list; Space selects the focused row, Shift a range, and neither opens a row', async ({
  page,
}) => {
  await openAdmin(page, '?tab=users&search=admin%40demo');
  await page.getByRole('button', { name: 'Import and export users' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the users listed' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^courtside-users-\d{4}-\d{2}-\d{2}\.csv$/);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  const lines = Buffer.concat(chunks).toString('utf8').split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toBe('\uFEFFid,email,name');
  expect(lines[1]).toContain('admin@demo.test');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Import and export users' })).toBeFocused();

  const boxes = page.getByRole('checkbox', { name: /^Select / });
  // The search keeps the focus.
  await page.getByRole('textbox', { name: 'Search' }).fill('');
  await expect(boxes.nth(4)).toBeVisible();
  for (const key of ['ArrowDown', ' ', 'ArrowDown', ' ']) await page.keyboard.press(key);
  await expect(boxes.nth(0)).toBeChecked();
  await expect(boxes.nth(1)).toBeChecked();
  await expect(page.getByText('2 users selected')).toBeVisible();
  await boxes.nth(4).click({ modifiers: ['Shift'] });
  await expect(page.getByText('5 users selected')).toBeVisible();
  await expectAccessible(page, 'selected users');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Assign or Change Role' }).click();
  await expect(dialogOf(page, 'Assign 5 users to a School')).toBeVisible();
  await untilLoaded(page);
  await expectAccessible(page, 'assigning selected users');
});
