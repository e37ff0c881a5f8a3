// Before anything is known: the server did not answer who is signed in. It is asked again by itself.
import { useEffect } from 'react';
import { Mark } from '#web/art/logo.tsx';
import { PlainButton } from '#web/components/plain-button.tsx';
import classes from './unreachable.module.css';
import { loadSession } from '#web/state/session.ts';

const AGAIN_MS = 5000;

export function Unreachable() {
  useEffect(() => {
    const again = () => void loadSession();
    const timer = setInterval(again, AGAIN_MS);
    addEventListener('online', again);
    return () => {
      clearInterval(timer);
      removeEventListener('online', again);
    };
  }, []);
  return (
    <main className={classes.page}>
      <Mark size={48} />
      <h1>The court is out of reach</h1>
      <p>Courtside could not be reached. Please check your connection and try again.</p>
      <PlainButton onClick={() => void loadSession()}>Try again</PlainButton>
    </main>
  );
}
