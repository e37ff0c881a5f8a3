// Steps of journeys at a new school before and after its season: its people, roster and settings, and its deletion.
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { SheetRef } from '#ballot/sheet/sheet.ts';
import { seasonOf } from '#contract/seasons.ts';
import { ask, emailOf, goWithin, remember, shellOf, signInAs, untilLoaded, type Person } from './person.ts';
import { expect } from './product.ts';
import { expectToast } from './toasts.ts';

const SCHOOL = 'Journey Academy';
export const TEAM = 'First Team';

/** Signs a person in, with the school chosen. */
export async function enter(page: Page, who: Person, schoolId: string): Promise<void> {
  await page.context().clearCookies();
  // The accessibility check left the window at a phone's width.
  await page.setViewportSize({ width: 1280, height: 800 });
  await signInAs(page, who);
  await page.goto('/status');
  // The app has cleared what it stored for the previous person.
  await expect(shellOf(page)).toBeVisible();
  await untilLoaded(page);
  await remember(page, 'cookieConsent', 'true');
  await remember(page, 'school', schoolId);
}

/** A new school as support creates one, with only its people. Its Primary Admin is signed in. */
export async function newSchool(page: Page): Promise<string> {
  const schoolId = randomUUID();
  const roles = { nobody: 'primary', viewer: 'viewer', student: 'viewer' } as const;
  const ids = new Map<string, string>();
  for (const who of ['nobody', 'viewer', 'student'] as const)
    ids.set(who, ((await signInAs(page, who)) as { id: string }).id);
  await signInAs(page, 'super');
  await ask(page, 'schools/add', { id: schoolId, name: SCHOOL, shortName: 'JA', isPremium: true });
  for (const [who, role] of Object.entries(roles))
    await ask(page, 'assignments/assign', { schoolId, userId: ids.get(who), role });
  await enter(page, 'nobody', schoolId);
  return schoolId;
}

const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

/** A team and its students, on the dashboard. */
export async function addRoster(page: Page, students: readonly string[]): Promise<void> {
  await goWithin(page, '/');
  const teams = region(page, 'Teams');
  await teams.getByRole('button', { name: 'Add Team' }).click();
  await expect(teams.getByRole('textbox', { name: 'New team' })).toBeFocused();
  await page.keyboard.type(TEAM);
  await page.keyboard.press('Enter');
  await expect(teams.getByRole('listitem').filter({ hasText: TEAM })).toBeVisible();
  const list = region(page, 'Students');
  await list.getByRole('button', { name: 'Add Student' }).click();
  await list.getByRole('combobox', { name: 'Team' }).selectOption(TEAM);
  for (const name of students) {
    await list.getByRole('textbox', { name: 'New student' }).fill(name);
    await page.keyboard.press('Enter');
    await expect(list.getByText(`${name} (${TEAM})`)).toBeVisible();
  }
}

/**
 * What `addRoster`, `keepBallots` and the season's forms do, by calls: a team with its students, and a tournament with rounds against
 * these opponents, with alternating sides. Returns the path of the tournament and the ids of the rounds.
 */
export async function addSeason(
  page: Page,
  schoolId: string,
  { students, sheet, opponents }: { students: readonly string[]; sheet: SheetRef; opponents: readonly string[] },
): Promise<{ tournament: string; rounds: string[]; studentIds: string[] }> {
  const [teamId, tournamentId] = [randomUUID(), randomUUID()];
  await ask(page, 'teams/add', { schoolId, id: teamId, name: TEAM });
  const studentIds = students.map(() => randomUUID());
  for (const [index, name] of students.entries())
    await ask(page, 'students/add', { schoolId, id: studentIds[index], name, teamId });
  const { version } = await ask<{ version: number }>(page, 'seasonBook/ofSchool', { schoolId });
  await ask(page, 'seasonBook/change', { schoolId, version, changed: { keepsBallots: true } });
  const { id, version: edition } = sheet;
  const called = { name: 'Bluegrass Cup', season: seasonOf(new Date()), sheet: { id, version: edition } };
  await ask(page, 'tournaments/add', { schoolId, id: tournamentId, ...called });
  const rounds = opponents.map(() => randomUUID());
  for (const [index, opponent] of opponents.entries()) {
    const played = { number: index + 1, side: index % 2 === 0 ? 'p' : 'd', opponent, outcome: 'played', caseId: null };
    await ask(page, 'rounds/add', { schoolId, id: rounds[index], tournamentId, teamId, ...played });
  }
  return { tournament: `/season/tournaments/${tournamentId}`, rounds, studentIds };
}

export async function keepBallots(page: Page): Promise<void> {
  await goWithin(page, '/school');
  const keeps = page.getByRole('switch', { name: 'Keep ballots' });
  // After everything was deleted, the page may first show what it loaded before.
  await expect(keeps).not.toBeChecked();
  await keeps.press('Space');
  await expectToast(page, 'Season book updated successfully');
  await expect(page.getByText('Photos are never kept.')).toBeVisible();
}

/** Says on the School page which account is the student's. */
export async function linkStudent(page: Page, student: string, who: Person): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${student}` }).click();
  await page.getByRole('menuitem', { name: `Edit ${student}` }).click();
  const dialog = page.getByRole('dialog');
  const account = dialog.getByRole('option', { name: emailOf(who) });
  await dialog.getByLabel('Signs in as').selectOption((await account.getAttribute('value')) ?? '');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/ · Signs in as /)).toBeVisible();
  await expect(dialog).toBeHidden();
}

export async function deleteEverything(page: Page, impact: RegExp): Promise<void> {
  await goWithin(page, '/school');
  await page.getByRole('button', { name: 'Delete everything' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(impact)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Delete everything' })).toBeDisabled();
  await dialog.getByLabel(/^Type/).fill(SCHOOL);
  await dialog.getByRole('button', { name: 'Delete everything' }).click();
  await expect(dialog).toHaveCount(0);
}
