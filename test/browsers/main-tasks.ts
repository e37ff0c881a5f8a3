// What people do most, in a browser that no journey uses. Journeys check the details in Chromium.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_PASSWORD, startProduct, type Product } from '../../scripts/tools/product.ts';
import { PHOTO_PATH, WRITTEN } from '../photos/filled-ballot.ts';
import { copyDemoWorld } from '../setup/demo-world.ts';
import { coachTasks } from './coach-tasks.ts';
import type { Driver } from './driver.ts';
import { personAt, type Person } from './person.ts';

/** WebKitGTK's window can't be narrower than 447 pixels, which is still a phone's layout. */
const SIZES = { 'a desktop': [1280, 800], 'a phone': [375, 812] } as const;

export function mainTasksIn(start: () => Promise<Driver>): void {
  let driver: Driver | undefined;
  let product: Product | undefined;
  let person: Person;
  const home = mkdtempSync(join(tmpdir(), 'courtside-browsers-'));

  beforeAll(async () => {
    const dataDir = join(home, 'data');
    copyDemoWorld(dataDir);
    product = await startProduct({ dataDir });
    driver = await start();
    person = personAt(driver, product.url);
  });
  afterAll(async () => {
    await driver?.close();
    await product?.stop();
    rmSync(home, { recursive: true, force: true });
  });
  afterEach(async () => expect(await driver?.problems(), 'errors that the browser reported').toEqual([]));

  test('what the browser blocks is noticed', async () => {
    await person.opens('/status');
    // A page that is left while it loads causes errors of its own.
    await person.sees('heading', 'Recent incidents');
    await driver?.evaluate(`new Image().src = 'https://elsewhere.test/picture.png'`);
    await expect.poll(async () => (await driver?.problems())?.join(' ')).toContain('https://elsewhere.test');
  });

  for (const [device, [width, height]] of Object.entries(SIZES)) {
    describe(`on ${device}`, () => {
      beforeAll(() => driver?.resize(width, height));

      test('a person accepts cookies, signs in by keyboard, and is on the dashboard', async () => {
        await person.leaves();
        await person.opens('/');
        await person.click('button', 'Accept');
        await person.click('textbox', /^Email/);
        await person.types('primary@demo.test');
        await person.presses('Tab');
        await person.types(DEMO_PASSWORD);
        await person.presses('Enter');
        await person.sees('heading', 'User Dashboard');
        await person.sees('heading', 'School Info');
        for (const list of ['Primary Admins', 'Admins', 'Viewers', 'Teams', 'Students', 'Tournaments'])
          await person.sees('region', list);
        await person.sees('button', 'Add Student');
      });

      test('a super admin adds a school, finds it, renames it, and takes that back', async () => {
        const name = `Academy on ${device}`;
        await person.becomes('super@demo.test');
        await person.opens('/admin');
        await person.click('button', 'Add School');
        await person.fills('textbox', /^Name/, name);
        await person.fills('textbox', /^Short Name/, 'AOA');
        await person.presses('Enter');
        await person.reads('School added successfully');
        await person.fills('textbox', 'Search', name.toUpperCase());
        await person.reads('1 school');
        await person.click('button', `Edit ${name}`);
        await person.fills('textbox', /^Name/, `${name}, renamed`);
        await person.presses('Enter');
        await person.reads('School updated successfully');
        await person.sees('button', `Edit ${name}, renamed`);
        await person.click('button', 'Undo');
        await person.sees('button', `Edit ${name}`);
      });

      test('a super admin reads a ballot and corrects a score', async () => {
        await person.becomes('super@demo.test');
        await person.opens('/admin-test');
        await person.chooses('Upload ballot image', PHOTO_PATH);
        await person.sees('img', 'Uploaded ballot');
        const opening = ['spinbutton', 'Opening, P Team Score'] as const;
        await person.hasValue(...opening, WRITTEN.scores.pOpen);
        await person.fills(...opening, '10');
        await person.presses('Tab');
        await person.hasValue(...opening, 10);
        // Some browsers let letters into fields for numbers.
        await person.click(...opening);
        await person.types('x');
        await person.presses('Tab');
        await person.hasValue(...opening, 10);
      });

      test('every season page shows its title and what the season says', async () => {
        await person.becomes('admin@demo.test');
        await person.opens('/season');
        await person.sees('heading', 'Season');
        for (const [path, title] of [
          ['/season/students', 'Students'],
          ['/season/line-up', 'Line-up'],
          ['/season/witnesses', 'Witnesses'],
          ['/season/photos', 'Ballots from photos'],
          ['/season/import', 'Import and Export'],
        ] as const) {
          await person.opens(path);
          await person.sees('heading', title);
        }
      });

      coachTasks(() => person);
    });
  }
}
