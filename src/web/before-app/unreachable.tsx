// Shown when the server didn't answer the very first call, or the app could not be downloaded. The page keeps asking by itself.
import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useEffectEvent } from 'react';
import { Mark } from '#web/art/logo.tsx';
import { PlainButton } from '#web/components/forms/plain-button.tsx';
import { loadSession } from '#web/state/session.ts';
import classes from './unreachable.module.css';

const RETRY_MS = 5000;

export function Unreachable({ onRetry = () => void loadSession() }: { onRetry?: () => void }) {
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    const timer = setInterval(() => retry(), RETRY_MS);
    return () => clearInterval(timer);
  }, []);
  useWindowEvent('online', () => onRetry());
  return (
    <main className={classes.page}>
      <Mark size={48} />
      <h1>The court is out of reach</h1>
      <p>We can’t reach Courtside. Check your connection and try again.</p>
      <PlainButton onClick={onRetry}>Try again</PlainButton>
    </main>
  );
}
