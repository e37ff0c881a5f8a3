// The dialogs that any page may need. They download after the first screen, before anybody needs them.
import { useEffect } from 'react';
import { lazily } from '#web/components/feedback/lazily.tsx';
import { DialogNotLoaded } from '#web/components/feedback/not-loaded.tsx';
import { useSession } from '#web/state/session.ts';
import { useDiscardQuestion } from '#web/state/unsaved.ts';

const loadAskUnsaved = () => import('./ask-unsaved.tsx');
const loadSessionEnded = () => import('./session-ended.tsx');
const AskUnsaved = lazily(loadAskUnsaved, DialogNotLoaded);
const SessionEnded = lazily(loadSessionEnded, DialogNotLoaded);

export function ShellDialogs() {
  const { endedOverUnsaved } = useSession();
  const answer = useDiscardQuestion();
  useEffect(() => {
    // A failed download is repeated when the dialog is needed.
    Promise.all([loadAskUnsaved(), loadSessionEnded()]).catch(() => {});
  }, []);
  return (
    <>
      {endedOverUnsaved && <SessionEnded />}
      {answer && <AskUnsaved answer={answer} onClose={() => answer(false)} />}
    </>
  );
}
