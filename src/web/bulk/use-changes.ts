// Makes many changes, undoes them, and keeps the outcome of each, even if the connection is lost in between: what could not be sent
// can be sent again.
import { useState } from 'react';
import { counted } from '#web/format.ts';
import { showError } from '#web/server/query-client.ts';
import { useChange } from '#web/server/use-change.ts';
import { useSchoolId } from '#web/state/school.ts';
import { useUnsaved } from '#web/state/unsaved.ts';
import { joined, makeChanges, NOTHING, undoChanges, type Result, type Wanted } from './make-changes.ts';

/** Says what the dialog would have shown, if the person has left it. */
const tellFailure = (what: string, { refused, left, failure }: Result): void => {
  const count = refused.length + left.length;
  if (count > 0) showError(`Failed to ${what} ${counted(count, 'change')}: ${failure ?? refused[0]!.why}`);
};

/** In the school that the page is about, if it is about one. */
export function useChanges() {
  const schoolId = useSchoolId();
  const where = schoolId === null ? {} : { schoolId };
  const [done, setDone] = useState(0);
  const [of, setOf] = useState(0);
  const [result, setResult] = useState<Result>();
  const [undone, setUndone] = useState<Result>();
  const begin = (length: number): void => {
    setDone(0);
    setOf(length);
  };
  const changing = useChange({
    send: (wanted: readonly Wanted[]) => {
      begin(wanted.length);
      return makeChanges(wanted, where, setDone);
    },
    onDone: (more) => setResult((before) => joined(before ?? NOTHING, more)),
    onMissed: (more) => tellFailure('make', more),
  });
  const undoing = useChange({
    send: ({ result: { made }, undone: before }: { result: Result; undone: Result | undefined }) => {
      begin(before?.left.length ?? made.length);
      return before === undefined ? undoChanges({ made }, where, setDone) : makeChanges(before.left, where, setDone);
    },
    failed: 'Failed to undo the changes',
    onDone: (more) => setUndone((before) => joined(before ?? NOTHING, more)),
    onMissed: (more) => tellFailure('undo', more),
  });
  const [areLinksSaved, setLinksSaved] = useState(false);
  const hasLinks = result !== undefined && result.links.length > 0 && undone === undefined && !areLinksSaved;
  // Leaving the page would lose the Undo, and the links, which are shown only once.
  useUnsaved(changing.isPending || undoing.isPending || hasLinks);
  return {
    change: changing.send,
    isChanging: changing.isPending,
    isUndoing: undoing.isPending,
    isPending: changing.isPending || undoing.isPending,
    done,
    of,
    result,
    /** There are links of invitations that aren't downloaded yet. */
    hasLinks,
    linksAreSaved: () => setLinksSaved(true),
    /** What came of the undo. */
    undone,
    sendRest: () => changing.send(result?.left ?? []),
    /** Undoes what was made, or the rest of it after a lost connection. */
    undo: () => result && undoing.send({ result, undone }),
  };
}
