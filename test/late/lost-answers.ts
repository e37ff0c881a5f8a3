// The server has made a change, and its answer is lost: the person can't know, and sends it again. It is made once.
import { expect } from 'vitest';
import type { Pages } from '../pages/open-page.tsx';
import { countRows, grown } from './grown-rows.ts';
import { newWorld, sendIt, sender, UNREACHABLE } from './late-answers.ts';
import type { LateChange } from './late-change.ts';
import { Network, type Answer } from './network.ts';
import { changesUnderWay, dialogs, isBusy, until } from './person.ts';
import { forgetToasts, toastTexts } from './toasts.ts';

/** A dialog's title, and a toast. */
const OVERTAKEN = /while you were editing|changed in the meantime/;

/** Opens the page with the change typed. */
async function typed(change: LateChange, pages: Pages) {
  const world = await newWorld(change, pages);
  const network = new Network(change, world);
  await pages.open(world.text(change.at), { token: world[change.as].token, between: network.between });
  await until('list', () => document.querySelector('h1') && !document.querySelector('[aria-busy=true]'));
  await change.fill?.(world, 'a draft');
  if (typeof change.send !== 'function') await until(`button ${change.send}`, () => sender(change, world));
  await network.quiet();
  const send = async (answer: Answer, after = 0): Promise<string> => {
    forgetToasts();
    network.hold(answer, after);
    await sendIt(change, world);
    await until(`call ${change.calls.join(', ')}`, () => network.sent > after);
    network.let();
    await until('end of the change', () => changesUnderWay() === 0);
    await network.quiet();
    return [document.body.textContent, ...toastTexts()].join(' ');
  };
  const mayBeSent = (): boolean => {
    if (typeof change.send === 'function') return true;
    const button = sender(change, world);
    return button !== undefined && !isBusy(button);
  };
  const before = await countRows(world.server);
  const growth = () => grown(world.server, before, change.repeated);
  return { send, sent: () => network.sent, mayBeSent, world, growth };
}

export async function doneOnce(change: LateChange, pages: Pages): Promise<void> {
  const unheard = await typed(change, pages);
  const opened = dialogs();
  const said = await unheard.send('unheard');
  expect(unheard.sent(), 'nothing is sent again by itself').toBe(1);
  const once = await unheard.growth();
  // The record that exists, or no longer does, shows that the change was made.
  const isSeen = dialogs().length < opened.length || !unheard.mayBeSent();
  if (!isSeen || change.isGone === undefined) expect(said, 'a lost answer says so').toContain(UNREACHABLE);
  if (isSeen) return;
  expect(await unheard.send('done'), 'nobody else was faster').not.toMatch(OVERTAKEN);
  const gone = toastTexts().filter((text) => text.includes('This no longer exists'));
  if (change.done !== undefined)
    expect(toastTexts(), 'it was done').toEqual(gone.length > 0 ? gone : [unheard.world.text(change.done)]);
  expect(await unheard.growth(), 'it is done once').toEqual(once);
}

/** Of several calls, one is lost, or done and its answer is lost, after the ones before it were done. Sent again, each is made once. */
export async function doneAfterHalf(change: LateChange, pages: Pages): Promise<void> {
  const heard = await typed(change, pages);
  await heard.send('done');
  const once = await heard.growth();
  for (const [after, answer] of [
    [0, 'unheard'],
    [1, 'lost'],
    [1, 'unheard'],
  ] as const) {
    const half = await typed(change, pages);
    expect(await half.send(answer, after), 'what was not done says so').toContain(UNREACHABLE);
    // By then, the page may have noticed that the change was made.
    if (half.mayBeSent()) expect(await half.send('done'), 'nobody else was faster').not.toMatch(OVERTAKEN);
    expect(await half.growth(), 'it is done once').toEqual(once);
  }
}
