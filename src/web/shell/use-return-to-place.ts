import { useElementScrollRestoration } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** A reloaded page is as long as before only once its data has loaded. Until then, it follows to where the reader was. */
export function useReturnToPlace(): void {
  const [place] = useState(useElementScrollRestoration({ getElement: () => window })?.scrollY ?? 0);
  useEffect(() => {
    const growing = new ResizeObserver(() => {
      scrollTo({ top: place });
      if (scrollY > place - 1) stop();
    });
    const stop = (): void => growing.disconnect();
    if (place > 0) growing.observe(document.body);
    for (const input of ['wheel', 'pointerdown', 'keydown']) addEventListener(input, stop, { once: true });
    return stop;
  }, [place]);
}
