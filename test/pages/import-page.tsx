// The page of imports with a chosen file. jsdom can't send files, so a test says what the answers about it are.
import { fireEvent, screen } from '@testing-library/react';
import { addPerson, addSchool } from '../people.ts';
import { answerOf } from './ballot-processor.tsx';
import { pageTests } from './open-page.tsx';

export const STUDENT = '00000000-0000-4000-8000-000000000001';

const ROW = { line: 2, tournament: 'Harvest', round: 'R1', judge: 'Rowe', state: 'new', message: null };
export const FOUND = {
  format: 'csv',
  columns: null,
  problems: [],
  missing: { tournament: false, team: false, season: false },
  adds: { ballots: 2, rounds: 2, tournaments: 1, teams: 1, students: 1 },
  lineUps: { set: [], kept: [] },
  joins: [],
  namesakes: [],
  rows: [ROW, { ...ROW, line: 3, state: 'refused', message: 'The tournament is missing.' }],
  unknown: [],
};

export const preview = (more: object = {}) => ({ 'seasonFiles/preview': () => answerOf({ ...FOUND, ...more }) });

export function importTests() {
  const { server, open } = pageTests();
  async function openWith(answers: Record<string, () => Response | Promise<Response>>) {
    const { database } = server();
    const school = await addSchool(database, 'Home School');
    await database.owner
      .insertInto('students')
      .values({ id: STUDENT, schoolId: school.id, name: 'Lukas Nowak' })
      .execute();
    const person = await addPerson(database, { roles: { [school.id]: 'admin' } });
    const asked: string[] = [];
    await open('/season/import', {
      ...person,
      between: (call) => {
        asked.push(call);
        return answers[call]?.();
      },
    });
    const input = await screen.findByLabelText('Choose a file');
    fireEvent.change(input, { target: { files: [new File(['season'], 'season.csv')] } });
    return { asked, school };
  }
  return { server, open, openWith };
}
