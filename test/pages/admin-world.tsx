// World: the admin area as its tests start with it, and how a person presses, types and chooses in it.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { Database } from '#server/database/database.ts';
import type { TestDatabase } from '../database.ts';
import { addPerson, addSchool } from '../people.ts';

/** A database manager, a school with one member, a school without any, and a case with one witness. */
export async function adminWorld(database: TestDatabase) {
  const { manager, ...ids } = await database.resetTo(addAdminWorld);
  /** Replaces their names with ids: "/admin?open=SCHOOL". */
  const address = (path: string): string =>
    path.replaceAll(/open=([A-Z]+)/g, (_, name: string) => `open=${ids[name as keyof typeof ids]}`);
  return { ...ids, manager, address };
}

async function addAdminWorld(database: Database) {
  const { owner } = database;
  const { id: schoolId } = await addSchool(database, 'Home School');
  const { id: emptySchoolId } = await addSchool(database, 'Quiet School');
  const manager = await addPerson(database, { name: 'Desmond Brooks', dbManager: true });
  const member = await addPerson(database, { name: 'Mona Member', roles: { [schoolId]: 'viewer' } });
  const addCase = (name: string) =>
    owner.insertInto('cases').values({ name, year: 2024 }).returning('id').executeTakeFirstOrThrow();
  const { id: caseId } = await addCase('State v. Doe');
  const { id: emptyCaseId } = await addCase('State v. Nobody');
  await owner.insertInto('witnesses').values({ caseId, name: 'Wit Ness' }).execute();
  return {
    SCHOOL: schoolId,
    QUIET: emptySchoolId,
    MANAGER: manager.userId,
    MEMBER: member.userId,
    CASE: caseId,
    EMPTYCASE: emptyCaseId,
    manager,
  };
}

/** Waits for a toast. When it does not come, the failure names those that came instead. */
export async function toast(sentence: string): Promise<void> {
  const seen = new Set<string>();
  await waitFor(() => {
    for (const { textContent } of screen.queryAllByRole('alert')) seen.add(textContent);
    expect([...seen].join(' | ')).toContain(sentence);
  });
}

/** The Undo of the toast that is open. It has the focus, so it stays, however long the next steps take. */
export async function heldUndo(): Promise<HTMLElement> {
  const undo = await screen.findByRole('button', { name: 'Undo' });
  undo.focus();
  return undo;
}

/** The button of that name in the topmost dialog, or else on the page, once it can be pressed. */
export const findEnabled = (name: string | RegExp): Promise<HTMLElement> =>
  waitFor(() => {
    const all = screen.getAllByRole<HTMLButtonElement>('button', { name });
    const found = all.filter((button) => button.closest('[role=dialog]')).at(-1) ?? all.at(-1)!;
    expect(found.disabled).toBe(false);
    return found;
  });
export const press = async (name: string | RegExp): Promise<void> => void fireEvent.click(await findEnabled(name));

/** Chooses an action from a row's menu: `pressInMenu('Rename', 'A Team')`. */
export async function pressInMenu(action: string, of: string, inside = within(document.body)): Promise<void> {
  fireEvent.click(await inside.findByRole('button', { name: `Actions for ${of}` }));
  fireEvent.click(await screen.findByRole('menuitem', { name: `${action} ${of}` }));
}

export async function type(label: string | RegExp, value: string): Promise<void> {
  const input = (await screen.findAllByRole('textbox', { name: label })).at(-1) as HTMLElement;
  fireEvent.change(input, { target: { value } });
}

export async function choose(label: string | RegExp, option: string | RegExp): Promise<void> {
  const box = await screen.findByRole('combobox', { name: label });
  if (box instanceof HTMLSelectElement) {
    const { value } = within(box).getByRole<HTMLOptionElement>('option', { name: option });
    fireEvent.change(box, { target: { value } });
    return;
  }
  const list = within(await screen.findByRole('listbox', { name: label }));
  fireEvent.click((await list.findAllByRole('option', { name: option }))[0] as HTMLElement);
}
