// Makes many changes and keeps their outcome, even if the connection is lost.
import { useState } from 'react';
import { useChange } from '#web/server/use-change.ts';
import { useUnsaved } from '#web/state/unsaved.ts';
import { makeChanges, NOTHING, type Result, type Wanted } from './make-changes.ts';

export function useChanges(schoolId: string | undefined) {
  const [done, setDone] = useState(0);
  const [of, setOf] = useState(0);
  const [result, setResult] = useState<Result>();
  const changing = useChange({
    send: (wanted: readonly Wanted[]) => {
      setDone(0);
      setOf(wanted.length);
      return makeChanges(wanted, schoolId === undefined ? {} : { schoolId }, setDone);
    },
    onDone: (more) =>
      setResult((before = NOTHING) => ({
        ...more,
        made: [...before.made, ...more.made],
        refused: [...before.refused, ...more.refused],
        links: [...before.links, ...more.links],
      })),
  });
  // Leaving the page would lose the Undo.
  useUnsaved(changing.isPending);
  return {
    change: changing.send,
    isPending: changing.isPending,
    done,
    of,
    result,
    sendRest: () => changing.send(result?.left ?? []),
  };
}
