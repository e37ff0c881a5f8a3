// What a coach does every week of a season, from the ballot to the line-up.
import { test } from 'vitest';
import { PHOTO_PATH } from '../photos/filled-ballot.ts';
import type { Person } from './person.ts';

const COACH = 'primary@demo.test';
const WITNESSES = ['Elena Fontaine', 'Gideon D’Angelo', 'Jonah Brooks'];
/** Both devices use one school, so the second one changes what the first one saved. */
let timesLinedUp = 0;

export function coachTasks(personNow: () => Person): void {
  const openTournament = async (name: string): Promise<Person> => {
    const person = personNow();
    await person.becomes(COACH);
    await person.opens('/season');
    await person.click('link', name);
    await person.sees('heading', name);
    return person;
  };

  test('a coach types a ballot down the columns, and the form of the next judge follows', async () => {
    const person = await openTournament('Harvest Invitational');
    await person.click('link', /^Round 1, A Team/);
    await person.click('link', 'Type a ballot');
    const first = ['spinbutton', 'Opening, P Team Score'] as const;
    await person.isAt(...first);
    for (let cell = 0; cell < 28; cell += 1) {
      await person.types('8');
      await person.presses('Enter');
    }
    await person.reads('All scores entered');
    await person.click('button', 'Save and Next Judge');
    await person.reads('0 of 28 scores entered');
    await person.isAt(...first);
  });

  test('a coach adds four rounds in one form, and a line-up from six people', async () => {
    const person = await openTournament('Frostbite Classic');
    await person.click('button', 'Add a round');
    await person.click('button', 'Add several rounds');
    await person.sees('dialog', 'Add rounds');
    await person.picks('Team', 'A Team');
    await person.click('textbox', 'Opponent');
    for (const opponent of ['1715', '1802', '1260', '1044']) {
      await person.types(opponent);
      await person.presses('Enter');
    }
    await person.reads('4 rounds added successfully');
    await person.click('link', /^Round 1, A Team/);
    await person.sees('heading', /^Round 1, A Team/);
    const [one, ...others] = WITNESSES;
    const witnesses = timesLinedUp % 2 === 0 ? WITNESSES : [...others, one!];
    timesLinedUp += 1;
    for (const [part, name] of Object.entries({
      Opener: 'Stella Novák',
      'Middle attorney': 'Aidan Størmer',
      Closer: 'Beatriz O’Connell',
      'Witness 1': witnesses[0]!,
      'Witness 2': witnesses[1]!,
      'Witness 3': witnesses[2]!,
    }))
      await person.picks(part, name);
    await person.reads('Six people have all eleven parts.');
    await person.click('button', 'Save line-up');
    await person.reads('Round updated successfully');
  });

  test('a coach finds a tournament with Ctrl+K and its name', async () => {
    const person = personNow();
    await person.becomes(COACH);
    await person.opens('/cases');
    await person.sees('heading', 'Cases');
    await person.pressesWithControl('k');
    await person.isAt('combobox', /^Find a page/);
    await person.types('frostbite');
    await person.sees('option', /^Frostbite Classic/);
    await person.presses('Enter');
    await person.sees('heading', 'Frostbite Classic');
  });

  test('a coach shares a student’s card with somebody who has no account', async () => {
    const person = personNow();
    await person.becomes(COACH);
    await person.opens('/school');
    await person.sees('switch', 'Links to student cards');
    if (!(await person.isChecked('switch', 'Links to student cards')))
      await person.click('switch', 'Links to student cards');
    await person.reads(/can create links on a student’s page/);
    await person.click('link', 'Beatriz O’Connell');
    await person.click('button', 'Share');
    await person.click('button', 'Create link');
    const link = await person.valueOf('textbox', 'Link to Beatriz O’Connell’s card');
    await person.leaves();
    await person.opens(link.slice(new URL(link).origin.length));
    await person.sees('heading', 'Beatriz O’Connell');
    await person.sees('table', 'Scores by role');
  });

  test('a coach reads a photo, and the list leads to its check', async () => {
    const person = personNow();
    await person.becomes(COACH);
    await person.opens('/season/photos');
    await person.chooses('Upload ballot images', PHOTO_PATH);
    await person.reads('1 of 1 done');
    await person.click('link', 'Check filled-ballot.jpg');
    await person.sees('heading', 'Check filled-ballot.jpg');
    await person.sees('img', 'Opening, P Team Score on the paper');
  });
}
