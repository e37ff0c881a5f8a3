// The dialogs that any page may need. They download after the first screen, before anybody needs them.
import { lazy, Suspense, useEffect } from 'react';
import { useSession } from '#web/state/session.ts';
import { useDiscardQuestion } from '#web/state/unsaved.ts';

const loadAskUnsaved = () => import('./ask-unsaved.tsx');
const loadSessionEnded = () => import('./session-ended.tsx');
const AskUnsaved = lazy(loadAskUnsaved);
const SessionEnded = lazy(loadSessionEnded);

export function ShellDialogs() {
  const { endedOverUnsaved } = useSession();
  const isAsking = useDiscardQuestion() !== undefined;
  useEffect(() => {
    // A failed download is repeated when the dialog is needed.
    Promise.all([loadAskUnsaved(), loadSessionEnded()]).catch(() => {});
  }, []);
  return (
    <Suspense>
      {endedOverUnsaved && <SessionEnded />}
      {isAsking && <AskUnsaved />}
    </Suspense>
  );
}
