// The commands for the status page, and what everyone then reads there.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { peopleCommand } from '#server/people/people.ts';
import { startInProcess, type InProcess } from '../in-process.ts';

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess();
});
afterAll(() => product.close());

const staff = async (...args: string[]): Promise<string> => peopleCommand(args)(product.database);
const visitor = () => product.browser().calls.status;
const serviceCalled = async (name: string) => (await visitor().services()).find((service) => service.name === name);

test('a new service status replaces the old note', async () => {
  await staff('set-service', 'evidence repository', 'operational');
  expect(await serviceCalled('Evidence Repository')).toMatchObject({ status: 'operational', issues: null });
  await staff('set-service', 'Scoring System', 'maintenance', 'Sunday,', '2 to 3 AM');
  expect(await serviceCalled('Scoring System')).toMatchObject({
    status: 'maintenance',
    notice: 'Sunday, 2 to 3 AM',
    issues: null,
  });
  await staff('set-service', 'Scoring System', 'outage', 'No ballots are read');
  expect(await serviceCalled('Scoring System')).toMatchObject({ issues: 'No ballots are read', notice: null });
  await staff('set-uptime', 'Scoring System', '98.5');
  expect(await serviceCalled('Scoring System')).toMatchObject({ uptime: 98.5 });
  expect(await staff('services')).toContain('Scoring System\toutage\t98.5 %\tNo ballots are read');
});

test('an incident is added, completed and removed', async () => {
  const added = await staff('add-incident', 'Slow uploads', 'O’Brien & Łukasz look into it.');
  const id = /id: (\S+)$/.exec(added)?.[1] ?? '';
  const shown = async () => (await visitor().incidents()).find((incident) => incident.id === id);
  expect(await shown()).toMatchObject({ title: 'Slow uploads', status: 'investigating' });
  await staff('set-incident', id, 'completed');
  expect(await shown()).toMatchObject({ status: 'completed' });
  expect(await staff('incidents')).toContain(`completed\tSlow uploads`);
  await staff('remove-incident', id);
  expect(await shown()).toBeUndefined();
});

test('invalid arguments are refused with a sentence and change nothing', async () => {
  const before = [await visitor().services(), await visitor().incidents()];
  const refused: [RegExp, ...string[]][] = [
    [/no service "Catering"/, 'set-service', 'Catering', 'outage'],
    [/"broken" is not a state/, 'set-service', 'Database', 'broken'],
    [/without line breaks/, 'set-service', 'Database', 'outage', 'two\nlines'],
    [/1 to 500 characters/, 'set-service', 'Database', 'outage', 'x'.repeat(501)],
    [/not a number from 0 to 100/, 'set-uptime', 'Database', '101'],
    [/not a number from 0 to 100/, 'set-uptime', 'Database', 'high'],
    [/no incident "7"/, 'set-incident', '7', 'completed'],
    [/no incident/, 'remove-incident', '00000000-0000-4000-8000-000000000000'],
    [/"over" is not a state/, 'set-incident', '00000000-0000-4000-8000-000000000000', 'over'],
    [/Usage: add-incident/, 'add-incident', 'Only a title'],
  ];
  for (const [sentence, ...args] of refused) await expect(staff(...args)).rejects.toThrow(sentence);
  expect([await visitor().services(), await visitor().incidents()]).toEqual(before);
});
