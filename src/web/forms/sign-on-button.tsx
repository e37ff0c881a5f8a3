// Single sign-on: one button that leaves for the provider, which sends the browser back to where the person wanted to go.
import { useWindowEvent } from '@mantine/hooks';
import { useState } from 'react';
import { safeReturn } from '#web/before-app/safe-return.ts';
import { PlainButton } from '#web/components/forms/plain-button.tsx';
import { messageOf } from '#web/server/calls.ts';
import { goToProvider } from '#web/state/session.ts';

interface SignOnButtonProps {
  /** What people call the provider. */
  name: string;
  onProblem: (problem: string | null) => void;
}

export function SignOnButton({ name, onProblem }: SignOnButtonProps) {
  const [isLeaving, setLeaving] = useState(false);
  // A browser that goes back shows the page as it was left.
  useWindowEvent('pageshow', () => setLeaving(false));
  const leave = () => {
    setLeaving(true);
    onProblem(null);
    goToProvider(safeReturn(new URLSearchParams(location.search).get('from'))).catch((error: unknown) => {
      onProblem(messageOf(error));
      setLeaving(false);
    });
  };
  return (
    <PlainButton variant="default" loading={isLeaving} onClick={leave}>
      Sign in with {name}
    </PlainButton>
  );
}
