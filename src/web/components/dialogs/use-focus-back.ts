import { useEffect, useState, type RefObject } from 'react';
import { isFocusLost, lastPlaces } from '#web/state/lost-focus.ts';

const isPlace = (element: Element): element is HTMLElement =>
  element instanceof HTMLElement &&
  element !== document.body &&
  element.matches('a[href], button, input, select, textarea, summary, [tabindex]');

/** The element that the keyboard is at, also if it has just been disabled, and the focusable elements around it. */
function placesNow(): HTMLElement[] {
  const places: Element[] = isFocusLost() ? [...lastPlaces()] : [];
  for (let element = document.activeElement; element; element = element.parentElement) places.push(element);
  return places.filter(isPlace);
}

/** Where the topmost open dialog restores the focus. One that takes its place restores it there, too. */
let ofTopmost: readonly HTMLElement[] = [];

/**
 * Restores the focus on unmount. If the element that had it is gone, or `isGoing` says that it will be (a deleted row), the
 * nearest focusable element around it gets the focus.
 */
export function useFocusBack(isGoing?: RefObject<boolean>): void {
  const [before] = useState(() => [...placesNow(), ...ofTopmost]);
  useEffect(() => {
    const below = ofTopmost;
    ofTopmost = before;
    return () => void (ofTopmost = below);
  }, [before]);
  useEffect(
    () => () => {
      const places = isGoing?.current ? before.slice(1) : before;
      if (isFocusLost()) places.find((place) => place.isConnected)?.focus({ preventScroll: true });
    },
    [before, isGoing],
  );
}
