// What a person does while waiting for the answer to a change.
import type { LateChange } from './late-change.ts';
import { closeDialogs, goTo, type, until } from './person.ts';
import type { LateWorld } from './world.ts';

export const WAYS = ['stays', 'leaves', 'comes back', 'opens another'] as const;
export type Way = (typeof WAYS)[number];
/** Goes on while waiting for the answer. Returns false if the page prevents it. */
export async function goOn(way: Way, change: LateChange, world: LateWorld): Promise<boolean> {
  if (way === 'leaves') {
    await leave(change);
    return true;
  }
  if (way === 'opens another') {
    if (!change.other || !(await closeDialogs())) return false;
    await change.other(world);
    return true;
  }
  if (way === 'stays' || change.isGone) return false;
  await comeBack(change, world, 'another draft');
  return true;
}

/** Goes to a page with another form, and begins to type there. */
async function leave({ at }: LateChange): Promise<void> {
  if (at === '/settings') {
    await goTo('/');
    await type(/^Note/, 'half a note');
  } else {
    await goTo('/settings');
    await type(/^Current password/, 'half a password');
  }
}

export async function comeBack({ at, fill }: LateChange, world: LateWorld, text: string): Promise<void> {
  await goTo('/privacy-and-security');
  await until('another page', () => document.title.startsWith('Privacy'));
  await goTo(world.text(at));
  await fill?.(world, text);
}
