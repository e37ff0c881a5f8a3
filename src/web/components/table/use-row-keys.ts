// Rows that open: a click anywhere in a row presses its main button, and the arrow keys move between these buttons. Where rows
// can be selected, Space selects the focused one.
import { useEffect, type RefObject } from 'react';

const OPENER = '[data-opens-row]';
const SELECTOR = '[data-selects-row]';
const CONTROL = 'a, button, input, select, textarea, label, summary';

const openersOf = (container: ParentNode): HTMLElement[] => [...container.querySelectorAll<HTMLElement>(OPENER)];

function focusRow(opener: HTMLElement | undefined): void {
  opener?.focus({ preventScroll: true });
  opener?.closest('[data-key]')?.scrollIntoView({ block: 'nearest' });
}

export const focusFirstRow = (container: HTMLElement | null): void => {
  if (container) focusRow(openersOf(container)[0]);
};

export function useRowKeys(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    /** Space presses a button when the key is released, so both events are prevented. */
    const selects = (event: KeyboardEvent): HTMLElement | null | undefined => {
      const target = event.target as HTMLElement;
      if (event.key !== ' ' || !target.matches(OPENER)) return undefined;
      const selector = target.closest('[data-key]')?.querySelector<HTMLElement>(SELECTOR);
      if (selector) event.preventDefault();
      return selector;
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.repeat) selects(event)?.click();
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const target = event.target as HTMLElement;
      if (step === undefined || target.matches('input, select, textarea')) return;
      const openers = openersOf(element);
      if (openers.length === 0) return;
      event.preventDefault();
      const row = target.closest('[data-key]');
      const current = openers.findIndex((opener) => row?.contains(opener));
      // From the list itself, the first arrow goes to the first row.
      focusRow(openers[current === -1 ? 0 : current + step]);
    };
    const onClick = (event: MouseEvent) => {
      const target = event.target as HTMLElement;
      // Selecting text in a row is not a click on it.
      if (target.closest(CONTROL) || getSelection()?.isCollapsed === false) return;
      target.closest('[data-key]')?.querySelector<HTMLElement>(OPENER)?.click();
    };
    element.addEventListener('keydown', onKeyDown);
    element.addEventListener('keyup', selects);
    element.addEventListener('click', onClick);
    return () => {
      element.removeEventListener('keydown', onKeyDown);
      element.removeEventListener('keyup', selects);
      element.removeEventListener('click', onClick);
    };
  }, [scroller]);
}
