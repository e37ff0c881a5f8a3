// The keyboard starts at the title of a page that has just been opened, and screen readers read it. Pages whose title only
// arrives with their data keep it, too, unless the person has gone on by then.
let isWaiting = false;
const stop = (): void => {
  isWaiting = false;
};
addEventListener('keydown', stop, { capture: true });
addEventListener('pointerdown', stop, { capture: true });

/** Another page was asked for. */
export const startAtTitle = (): void => {
  isWaiting = true;
};

/** The ref of every page's title. */
export const focusTitle = (title: HTMLElement | null): void => {
  if (isWaiting) title?.focus({ preventScroll: true });
};

/** The same page is about to show something else, without the button that was pressed. */
export const readFromTitle = (): void => document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
