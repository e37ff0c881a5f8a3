// What the changes of the admin area have in common.
import type { LateChange } from './late-change.ts';
import { chooseFile, goTo, press, type } from './person.ts';
import type { LateWorld } from './world.ts';

const other: NonNullable<LateChange['other']> = async ({ text }) => {
  await goTo(text('/admin?open=QUIET'));
  await type(/^Name/, 'half a name');
};
export const shared = { as: 'manager', other } as const;
export const rename = ({ mark }: LateWorld, text: string) => type(/^Name/, `${text} ${mark}`);
/** A file with one new record, and what it says about it. */
export const preview = (change: object) => ({
  ignored: [],
  rows: [{ line: 2, label: 'New', state: 'new', message: null, differences: [], was: {}, change }],
});
export const importing = async (list: string) => {
  await press(`Import and export ${list}`);
  await chooseFile('Choose a file', 'list.csv');
};
export const imported = (list: string, add: (world: LateWorld) => object) => ({
  ...shared,
  fill: () => importing(list),
  send: /^Import 1 row/,
  again: 'Send the rest',
  answers: { [`${list}.previewImport`]: (world: LateWorld) => preview(add(world)) },
});
