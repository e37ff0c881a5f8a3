// The keyboard never loses its place. Browsers move the focus to the body when the focused element is disabled while a change is on its
// way, or disappears because of the change. Here it goes back to the element once that is enabled again, and else to the part of
// the page around it, which does nothing when a key is pressed twice.

const PARTS = 'section, main, [role="dialog"], [tabindex]';
/** Code that knows better where the focus goes, such as a dialog that closes, comes first. */
const SETTLE_MS = 100;

/** The element that the keyboard focused last, and everything around it, from the inside out. */
let places: HTMLElement[] = [];
export const lastPlaces = (): readonly HTMLElement[] => places;
/** The part of the page that has the focus in place of the element. */
let substitute: HTMLElement | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

function remember({ target }: FocusEvent): void {
  if (target === substitute || !(target instanceof HTMLElement)) return;
  substitute = null;
  places = [];
  // Whoever uses a mouse or a finger starts where they press next.
  if (!target.matches(':focus-visible')) return;
  for (let place: HTMLElement | null = target; place; place = place.parentElement) places.push(place);
}

/** No element has the focus, or only a substitute for one that is gone. */
export const isFocusLost = ({ activeElement: active } = document): boolean =>
  active === null || active === document.body || active === substitute;

function takesFocus(place: HTMLElement): boolean {
  if (document.activeElement === place) return true;
  if (!place.isConnected) return false;
  place.focus({ preventScroll: true });
  return document.activeElement === place;
}

function restore(): void {
  timer = undefined;
  const [last, ...around] = places;
  // The person may be in the browser's address bar.
  if (!last || !isFocusLost() || !document.hasFocus()) return;
  // A button that shows that it is busy is enabled again soon.
  if (last.isConnected && last.matches('[data-loading]')) return;
  if (takesFocus(last)) return;
  const main = document.querySelector<HTMLElement>('#main');
  for (const part of [...around.filter((place) => place.matches(PARTS)), ...(main ? [main] : [])]) {
    if (!part.hasAttribute('tabindex')) part.tabIndex = -1;
    substitute = part;
    if (takesFocus(part)) return;
  }
  substitute = null;
}

/** Call it once. */
export function restoreLostFocus(): void {
  addEventListener('focusin', remember);
  addEventListener('pointerdown', () => (places = []), { capture: true });
  new MutationObserver(() => (timer ??= setTimeout(restore, SETTLE_MS))).observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled', 'inert'],
  });
}
