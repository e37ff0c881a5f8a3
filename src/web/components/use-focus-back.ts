import { useEffect, useState, type RefObject } from 'react';

const isPlace = (element: Element): element is HTMLElement =>
  element instanceof HTMLElement &&
  element !== document.body &&
  element.matches('a[href], button, input, select, [tabindex]');

/** What has the focus now, and around it what could have it. */
function placesNow(): HTMLElement[] {
  const places: Element[] = [];
  for (let element = document.activeElement; element; element = element.parentElement) places.push(element);
  return places.filter(isPlace);
}

/**
 * When this goes, the keyboard goes on where it was before; or, where that is gone as well, or `isGoing`, as the row is that
 * was just deleted, at what is around it.
 */
export function useFocusBack(isGoing?: RefObject<boolean>): void {
  const [before] = useState(placesNow);
  useEffect(
    () => () => {
      const isLost = document.activeElement === null || document.activeElement === document.body;
      const places = isGoing?.current ? before.slice(1) : before;
      if (isLost) places.find((place) => place.isConnected)?.focus({ preventScroll: true });
    },
    [before, isGoing],
  );
}
