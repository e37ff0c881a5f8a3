// Shown when the server didn't answer the very first call. The page keeps asking by itself.
import { useEffect } from 'react';
import { Mark } from '#web/art/logo.tsx';
import { PlainButton } from '#web/components/plain-button.tsx';
import { loadSession } from '#web/state/session.ts';
import classes from './unreachable.module.css';

const RETRY_MS = 5000;

export function Unreachable() {
  useEffect(() => {
    const retry = () => void loadSession();
    const timer = setInterval(retry, RETRY_MS);
    addEventListener('online', retry);
    return () => {
      clearInterval(timer);
      removeEventListener('online', retry);
    };
  }, []);
  return (
    <main className={classes.page}>
      <Mark size={48} />
      <h1>The court is out of reach</h1>
      <p>We can’t reach Courtside. Check your connection and try again.</p>
      <PlainButton onClick={() => void loadSession()}>Try again</PlainButton>
    </main>
  );
}
