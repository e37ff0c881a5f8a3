// Refusals that only the server can decide: its message is shown.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { MAX_IN_SCHOOL } from '#contract/words.ts';
import { addPerson, addSchool } from '../people.ts';
import { press, toast, type } from './admin-world.tsx';
import { answerOf } from './ballot-processor.tsx';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests();

test('adding a team to a full school says how many it can have', async () => {
  const { database } = server();
  const { id } = await addSchool(database, 'Home School');
  // Drawing 2,000 teams without a layout takes half a minute.
  const between = (call: string) => (call === 'teams/inSchool' ? answerOf([]) : undefined);
  await sql`insert into teams (school_id, name) select ${id}, 'Many ' || n from generate_series(2, ${sql.lit(MAX_IN_SCHOOL)}) n`.execute(
    database.owner,
  );
  const { token } = await addPerson(database, { roles: { [id]: 'primary' } });
  await open('/', { token, between });
  await press('Add Team');
  await type('New team', 'One Too Many');
  await press('Add');
  await toast('Failed to add team: A school can have at most 2,000 teams.');
});

test('the only database manager sees why their account can’t be deleted', async () => {
  const { database } = server();
  const manager = await addPerson(database, { name: 'Desmond Brooks', dbManager: true });
  await open(`/admin?tab=users&open=${manager.userId}&view=delete`, manager);
  await press('Delete');
  await toast('Failed to delete user: You are the only database manager');
  expect(await database.owner.selectFrom('users').select('name').execute()).toEqual([{ name: 'Desmond Brooks' }]);
});

test.each([
  ['a call that it no longer has', 'teams/create', 'There is no such address.'],
  ['a field that it doesn’t know', 'teams/add', 'Some of the data sent is invalid.'],
])('a page of another version, which sends %s, says to reload it', async (_what, sent, refusal) => {
  const { database } = server();
  const { id: schoolId } = await addSchool(database, 'Home School');
  const { token = '' } = await addPerson(database, { roles: { [schoolId]: 'primary' } });
  const input = { schoolId, id: randomUUID(), name: 'Second Team', color: 'red' };
  const headers = { 'content-type': 'application/json' };
  const request = { method: 'POST', headers, body: JSON.stringify({ json: input }) };
  const between = (call: string) =>
    call === 'teams/add' ? server().browser({ token }).request(`/api/rpc/${sent}`, request) : undefined;
  await open('/', { token, between });
  await press('Add Team');
  await type('New team', 'Second Team');
  await press('Add');
  await toast(`Failed to add team: ${refusal} If Courtside has just been updated, reload the page.`);
});
