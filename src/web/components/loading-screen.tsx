import { useEffect, useState } from 'react';
import { GavelLoader } from '#web/art/gavel-loader.tsx';
import classes from './loading-screen.module.css';

const shownFor = 1000;
const fadesOver = 500;

/**
 * Covers the whole page until loading is over, for a second at least, then fades. While it fades the page below can
 * already be used.
 */
export function LoadingScreen({ loading, label = 'Loading Courtside' }: { loading: boolean; label?: string }) {
  const [secondOver, setSecondOver] = useState(false);
  const [gone, setGone] = useState(false);
  const fading = secondOver && !loading;

  useEffect(() => {
    const timer = setTimeout(() => setSecondOver(true), shownFor);
    return () => clearTimeout(timer);
  }, []);

  useEffect(() => {
    if (!fading) return undefined;
    // A timer and not `transitionend`, which never comes when motion is reduced or the tab is hidden.
    const timer = setTimeout(() => setGone(true), fadesOver);
    return () => clearTimeout(timer);
  }, [fading]);

  if (gone) return null;
  return (
    <div className={classes.screen} data-fading={fading || undefined}>
      <GavelLoader label={label} size={120} />
    </div>
  );
}
