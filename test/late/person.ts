// How a person uses a page, without the testing library's queries: on these large pages, looking for roles takes longer than
// everything else.
import { fireEvent } from '@testing-library/react';
import { queryClient } from '#web/server/query-client.ts';
import { router } from '#web/routes.tsx';
import { hasUnsavedChanges } from '#web/state/unsaved.ts';

const MAX_WAIT_MS = 60_000;

const pause = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 2));

const observer = new MutationObserver(() => void (changes += 1));
observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
let changes = 0;
/** Changes with the document. Looking through a large page again takes longer than drawing most changes of it. */
function version(): number {
  if (observer.takeRecords().length > 0) changes += 1;
  return changes;
}

/** What is not in the document, such as a call that is sent, may wait for so many pauses. */
const MAX_UNSEEN = 8;

/** Waits until `find` finds something. */
export async function until<Found>(what: string, find: () => Found | undefined | null | false): Promise<Found> {
  const end = Date.now() + MAX_WAIT_MS;
  for (let seen = -1, unseen = 0; ; unseen += 1) {
    if (seen !== version() || unseen >= MAX_UNSEEN) {
      [seen, unseen] = [version(), 0];
      const found = find();
      if (found !== undefined && found !== null && found !== false) return found;
    }
    if (Date.now() > end) throw new Error(`There is no ${what} on ${location.href}: ${document.body.textContent}`);
    // oxlint-disable-next-line no-await-in-loop -- It polls.
    await pause();
  }
}

const fits = (text: string | null | undefined, wanted: string | RegExp): boolean =>
  typeof wanted === 'string' ? text?.trim() === wanted : wanted.test(text?.trim() ?? '');
const last = <One>(found: Iterable<One>): One | undefined => [...found].at(-1);

/** The open dialogs. The name of a record in a title may change. */
export function dialogs(): string[] {
  if (opened.at !== version())
    opened = {
      at: version(),
      titles: [...document.querySelectorAll('[role=dialog]')].map((dialog) =>
        (dialog.querySelector('h2')?.textContent ?? dialog.ariaLabel ?? '').replace(/ \(.*/, ''),
      ),
    };
  return opened.titles;
}
let opened: { at: number; titles: string[] } = { at: -1, titles: [] };

/** The button of that name in the topmost dialog, or else on the page. `inside` is a selector. */
export function buttonOf(name: string | RegExp, inside = 'body'): HTMLButtonElement | undefined {
  const all = [...document.querySelectorAll<HTMLButtonElement>(`${inside} button`)].filter((button) =>
    fits(button.getAttribute('aria-label') ?? button.textContent, name),
  );
  return all.filter((button) => button.closest('[role=dialog]')).at(-1) ?? all.at(-1);
}
export const isBusy = (button: HTMLButtonElement): boolean =>
  button.disabled || button.getAttribute('aria-disabled') === 'true';
export async function press(name: string | RegExp, inside?: string): Promise<void> {
  const button = await until(`button ${name}`, () => {
    const found = buttonOf(name, inside);
    return found && !isBusy(found) && found;
  });
  fireEvent.click(button);
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
const nameOf = (field: Field): string =>
  field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? field.name;
const fieldOf = (name: string | RegExp): Promise<Field> =>
  until(`field ${name}`, () =>
    last([...document.querySelectorAll<Field>('input, textarea, select')].filter((field) => fits(nameOf(field), name))),
  );
export async function type(name: string | RegExp, value: string): Promise<void> {
  fireEvent.change(await fieldOf(name), { target: { value } });
}
/** Chooses the option with this text. */
export async function choose(name: string | RegExp, option: string | RegExp): Promise<void> {
  const { value } = await until(`option ${option} of ${name}`, () =>
    [...document.querySelectorAll('option')].find(
      (each) => fits(each.textContent, option) && fits(nameOf(each.closest('select')!), name),
    ),
  );
  await type(name, value);
}
/** Chooses a match in a list that is searched. */
export async function pick(option: string | RegExp): Promise<void> {
  fireEvent.click(
    await until(`match ${option}`, () =>
      [...document.querySelectorAll('[role=option]')].find(({ textContent }) => fits(textContent, option)),
    ),
  );
}

/** Checks or unchecks a box. */
export const tick = async (name: string | RegExp): Promise<void> => void fireEvent.click(await fieldOf(name));
export async function chooseFile(label: string, name: string): Promise<void> {
  fireEvent.change(await fieldOf(label), { target: { files: [new File(['x'], name)] } });
}

export async function paste(name: string, text: string): Promise<void> {
  fireEvent.paste(await fieldOf(name), { clipboardData: { getData: () => text } });
}
export async function enterScores(fields: readonly string[], score: string): Promise<void> {
  await until('ballot', () => document.querySelector(`#score-${fields[0]}`));
  for (const field of fields) {
    const cell = document.querySelector(`#score-${field}`)!;
    fireEvent.input(cell, { target: { value: score } });
    fireEvent.blur(cell);
  }
}

/** Typed text that wasn't sent yet. */
export const drafts = (): string[] =>
  [...document.querySelectorAll<Field>('input, textarea')]
    .filter(({ type: kind, value }) => value !== '' && !['checkbox', 'radio', 'file'].includes(kind))
    .map(({ value }) => value);

/** Goes to another address, whatever was not saved. */
export async function goTo(href: string): Promise<void> {
  await router.navigate({ href, ignoreBlocker: true });
}

/** Closes each dialog that can be closed, and discards what was typed there. False if one stays. */
export async function closeDialogs(): Promise<boolean> {
  for (let open = dialogs().length; open > 0; open = dialogs().length) {
    // The question about unsaved changes is downloaded when it is first asked.
    const most = hasUnsavedChanges() ? 2000 : 100;
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    for (let wait = 0; wait < most && dialogs().length === open; wait += 1) await pause();
    const discard = buttonOf('Leave without saving');
    if (discard) fireEvent.click(discard);
    for (let wait = 0; wait < 100 && dialogs().length >= open; wait += 1) await pause();
    if (dialogs().length >= open) return false;
  }
  return true;
}

/** What the page says, without its dialogs and toasts. */
export const rows = (): string[] =>
  [...document.querySelectorAll('main tr, main li, main article')].map(({ textContent }) => textContent).toSorted();

export const changesUnderWay = (): number => queryClient.isMutating();
