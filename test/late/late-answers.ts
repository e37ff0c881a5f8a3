// One property for every change of the web app: whenever its answer arrives, and whatever it says, the person loses nothing.
import { fireEvent } from '@testing-library/react';
import fc, { type Scheduler } from 'fast-check';
import { expect, onTestFinished } from 'vitest';
import { remembered } from '#web/state/remembered.ts';
import type { Pages } from '../pages/open-page.tsx';
import { comeBack, goOn, WAYS, type Way } from './going-on.ts';
import { countRows, grown } from './grown-rows.ts';
import type { LateChange } from './late-change.ts';
import { Network, REASON, type Answer } from './network.ts';
import { buttonOf, changesUnderWay, dialogs, drafts, isBusy, press, rows, until } from './person.ts';
import { forgetToasts, listenToToasts, toastTexts, undoOfToast } from './toasts.ts';
import { lateWorld, type LateWorld } from './world.ts';

/** What a person does while waiting for the answer, and what the answer is. */
type Attempt = { way: Way; answer: Answer };

/** A page before anybody did anything. */
type Page = { path: string; rows: string[] };

export const UNREACHABLE = 'Can’t reach the server';

/** The person's state: their address, the open dialogs, and what they have typed. */
const own = () => ({ address: location.pathname + location.search, dialogs: dialogs(), drafts: drafts() });

/** The button that sends the change now. */
export function sender({ send, again }: LateChange, { text }: LateWorld): HTMLButtonElement | undefined {
  if (typeof send === 'function') return undefined;
  return (again && buttonOf(again)) || buttonOf(typeof send === 'string' ? text(send) : send);
}
export async function sendIt(change: LateChange, world: LateWorld): Promise<void> {
  if (typeof change.send === 'function') return void (await change.send());
  fireEvent.click(
    await until(`button ${change.send}`, () => {
      const button = sender(change, world);
      return button && !isBusy(button) && button;
    }),
  );
}

/** Returns whether the person has gone on. `made` is called when the server has made the change. */
async function attempt(
  change: LateChange,
  world: LateWorld,
  network: Network,
  { way, answer }: Attempt,
  untouched: Page,
  made: () => Promise<void>,
): Promise<boolean> {
  if (typeof change.send !== 'function') await until(`button ${change.send}`, () => sender(change, world));
  await network.quiet();
  forgetToasts();
  const before = { rows: rows(), ...own() };
  network.hold(answer);
  await sendIt(change, world);
  await until(`call ${change.calls.join(', ')}`, () => network.sent > 0);
  const { address } = change.closesAtOnce ? own() : before;
  const hasGoneOn = await goOn(way, change, world);
  await network.quiet();
  const mine = hasGoneOn ? own() : before;
  // A form that is part of the page stays open, and closes when it is saved.
  const typed = mine.drafts.filter((draft) => !before.drafts.includes(draft));
  const stored = remembered('ballotDrafts');
  const keepsMine = () => {
    if (!hasGoneOn) return;
    const now = own();
    expect(now.address, 'nobody is pulled to another page').toBe(mine.address);
    expect(now.dialogs, 'no other dialog is closed').toEqual(mine.dialogs);
    // A refused entry may come back beside them.
    expect(now.drafts, 'no draft is lost or replaced').toEqual(expect.arrayContaining(typed));
  };
  const isUndone = way === 'stays' && answer === 'done' && change.undone !== undefined;
  await network.deliver(keepsMine, () => isUndone && toastTexts().length > 0);
  if (answer === 'done' || answer === 'unheard') await made();
  if (isUndone) return undo(change, world, network, untouched);
  keepsMine();
  if (way === 'comes back' && hasGoneOn)
    expect(remembered('ballotDrafts'), 'no draft is lost or replaced').toBe(stored);
  if (answer === 'never') {
    expect(toastTexts(), 'no toast before there is an answer').toEqual([]);
    return hasGoneOn;
  }
  await until('end of the change', () => changesUnderWay() === 0);
  const busy = [...document.querySelectorAll('[data-loading=true], [inert]')].map(({ outerHTML }) =>
    outerHTML.slice(0, 300),
  );
  expect(busy, 'busy flags end').toEqual([]);
  if (answer === 'done') {
    expect(network.sent > 1, 'the table says whether it sends several calls').toBe(change.sendsSeveral === true);
    const toast = change.done ?? (hasGoneOn ? change.missed : undefined);
    expect(toastTexts(), 'no toast but of what was done').toEqual(toast === undefined ? [] : [world.text(toast)]);
    if (!hasGoneOn && change.says !== undefined)
      await until(change.says, () => document.body.textContent.includes(change.says!));
    return hasGoneOn;
  }
  const reason = answer === 'refused' ? REASON : UNREACHABLE;
  expect([document.body.textContent, ...toastTexts()].join(' '), 'what was not done says why').toContain(reason);
  expect(
    toastTexts().filter((text) => !(text.startsWith('Failed to ') && text.includes(reason))),
    'no toast about anything else',
  ).toEqual([]);
  if (hasGoneOn) return true;
  expect(own().address, 'nobody is pulled to another page').toBe(address);
  if (answer === 'refused') {
    const [now, saysWhy] = [rows(), (row: string) => row.includes(REASON)];
    expect(now.length, 'what was refused is rolled back').toBe(before.rows.length);
    expect(before.rows, 'what was refused is rolled back').toEqual(
      expect.arrayContaining(now.filter((row) => !saysWhy(row))),
    );
  }
  if (change.closesAtOnce) return true;
  if (change.again === undefined) {
    expect(own().dialogs, 'a refused dialog stays').toEqual(before.dialogs);
    expect(own().drafts, 'no draft is lost or replaced').toEqual(before.drafts);
  }
  if (typeof change.send !== 'function')
    expect(isBusy(await until('button to send it again', () => sender(change, world))), 'it can be sent again').toBe(
      false,
    );
  return false;
}

/** Everything as it is before the change, for a person who has opened no page yet. */
export async function newWorld({ prepare }: LateChange, { server, close }: Pages): Promise<LateWorld> {
  await close();
  const world = await lateWorld(server());
  onTestFinished(listenToToasts());
  await prepare?.(world);
  return world;
}

/** Makes the change in each of these ways, one after the other. */
export async function visit(
  change: LateChange,
  attempts: readonly Attempt[],
  scheduler: Scheduler,
  pages: Pages,
): Promise<void> {
  const world = await newWorld(change, pages);
  const { server } = world;
  const network = new Network(change, world, scheduler);
  const { token } = world[change.as];
  await pages.open(world.text(change.at), { token, between: network.between });
  await until('list', () => document.querySelector('h1') && !document.querySelector('[aria-busy=true]'));
  await network.quiet();
  const untouched = { path: location.pathname, rows: rows() };
  await change.fill?.(world, 'a draft');
  let hasGoneOn = false;
  const before = attempts.includes(UNHEARD) && (await countRows(server));
  let once: Record<string, number> | undefined;
  const made = async () => {
    if (before === false) return;
    const growth = await grown(server, before, change.repeated);
    expect(growth, 'it is made once').toEqual((once ??= growth));
  };
  for (const [index, each] of attempts.entries()) {
    if (hasGoneOn) await comeBack(change, world, `draft ${index}`);
    hasGoneOn = await attempt(change, world, network, each, untouched, made);
  }
}

/** A change that was undone stays undone, although what is loaded after it arrives later. */
async function undo(
  { done, undone }: LateChange,
  { text }: LateWorld,
  network: Network,
  before: Page,
): Promise<boolean> {
  expect(toastTexts(), 'no toast but of what was done').toEqual([text(done!)]);
  undoOfToast()();
  await network.deliver(
    () => {},
    () => false,
  );
  expect(toastTexts(), 'no toast but of what was done and undone').toEqual([text(done!), text(undone!)]);
  if (before.path === location.pathname) expect(rows(), 'what was undone does not come back').toEqual(before.rows);
  return true;
}

/** Somebody else is faster, and the person saves again what they typed: no change is lost. */
export async function saveOverRival(change: LateChange, pages: Pages): Promise<void> {
  const world = await newWorld(change, pages);
  await pages.open(world.text(change.at), { token: world[change.as].token });
  await change.fill?.(world, 'a draft');
  await change.rival!.change(world);
  const theirs = await change.rival!.read(world);
  await sendIt(change, world);
  await until('answer', () => buttonOf('Keep mine') ?? /changed this|successfully/.test(document.body.textContent));
  if (buttonOf('Keep mine')) await press('Keep mine');
  else if (toastTexts().length === 0) await sendIt(change, world);
  await until('success', () => toastTexts().includes(change.done!));
  expect(await change.rival!.read(world), 'somebody else’s change is not undone').toEqual(theirs);
}

const failing = fc.record({ way: fc.constantFrom(...WAYS), answer: fc.constantFrom('refused', 'lost') });
const done = (way: Way): fc.Arbitrary<Attempt> => fc.constant({ way, answer: 'done' });
const stays = (answer: Answer): Attempt => ({ way: 'stays', answer });
/** The server makes the change, and its answer is lost. The person can't know, and sends it again. */
const UNHEARD = stays('unheard');
const never: fc.Arbitrary<Attempt> = fc.constant({ way: 'leaves', answer: 'never' });
/** Whether the form stays as it was when the answer is lost, so that the same can be sent again. */
export const mayBeResent = ({ isGone, isSpent, closesAtOnce, sendsSeveral }: LateChange): boolean =>
  !isGone && !isSpent && !closesAtOnce && !sendsSeveral;
/** Visits of one page: one person waits, one types it again, and one goes on in any way. */
export const visitsOf = (change: LateChange): readonly fc.Arbitrary<readonly Attempt[]>[] => [
  fc.constant([stays('refused'), mayBeResent(change) ? UNHEARD : stays('lost'), stays('done')]),
  ...(change.isGone ? [] : [fc.tuple(done('comes back'))]),
  fc.tuple(failing, change.other ? done('opens another') : fc.oneof(done('leaves'), never)),
];
