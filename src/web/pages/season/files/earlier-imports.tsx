import { Box, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Undone } from '#contract/season-files.ts';
import { ConfirmedButton } from '#web/forms/confirmed-button.tsx';
import { capitalized, listText, momentOf, numberText } from '#web/format.ts';
import { restoreTexts } from '#web/forms/form-words.ts';
import { calls } from '#web/server/calls.ts';
import { Loaded } from '#web/server/loaded.tsx';
import { api } from '#web/server/query-client.ts';
import { useChange } from '#web/server/use-change.ts';
import { useLoad } from '#web/server/use-load.ts';
import { useSchool } from '#web/state/school.ts';
import { countsText } from './counts-text.ts';
import { Section } from '#web/components/ui/section.tsx';

export function useImports() {
  const { schoolId } = useSchool();
  return useLoad(api.seasonFiles.imports, 'Failed to load earlier imports', { schoolId });
}

/** What was imported, each with its undo. */
export function EarlierImports() {
  const { schoolId } = useSchool();
  const imports = useImports();
  const [undone, setUndone] = useState<Undone | null>(null);
  const restore = useChange({
    send: (id: string) => calls.deletedEntries.restore({ schoolId, id }),
    // A second undo waits for the first.
    queue: useId(),
    ...restoreTexts('Import'),
    // What was deleted is there again.
    onDone: () => setUndone(null),
  });
  return (
    <Section className="unstretched" tabIndex={-1} id="imports" title="Earlier imports">
      {undone && (
        <output className="aside">
          Deleted {countsText(undone.deleted)}. You can restore the import for 30 days on the School page.
          <Kept kept={undone.kept} />
        </output>
      )}
      <Loaded what="earlier imports" of={{ imports }} skeleton={null} empty={<p>There are no imports.</p>}>
        {({ imports: all }) => (
          <Box component="ul" className="entries" w="100%">
            {all.map(({ id, fileName, by, at, ballots }) => (
              <li key={id}>
                <span>
                  <strong>{fileName}</strong>
                  <Text span c="dimmed" size="sm" display="block">
                    {ballots === 0 ? 'line-ups only' : countsText({ ballots })}, {by ?? 'somebody who has left'},{' '}
                    <time dateTime={at.toISOString()}>{momentOf(at)}</time>
                  </Text>
                </span>
                <ConfirmedButton
                  label="Undo"
                  aria-label={`Undo the import of ${fileName}`}
                  title={`Undo the import (${fileName})`}
                  confirmLabel="Undo the import"
                  removesRow
                  change={{
                    send: () => calls.seasonFiles.undo({ schoolId, id }),
                    done: 'Import undone',
                    undo: () => () => restore.send(id),
                    failed: 'Failed to undo the import',
                    heldBack: [api.seasonFiles.key()],
                    onDone: setUndone,
                  }}
                >
                  <p>
                    Woah, hold up! Are you sure you want to undo the import of <strong>{fileName}</strong>?
                  </p>
                  <UndoImpact id={id} />
                </ConfirmedButton>
              </li>
            ))}
          </Box>
        )}
      </Loaded>
    </Section>
  );
}

const MAX_LISTED = 12;

function listed(names: readonly string[]): string {
  const more = names.length - MAX_LISTED;
  return listText(more > 1 ? [...names.slice(0, MAX_LISTED), `${numberText(more)} more`] : names);
}

/** What stays, and why. */
function Kept({ kept }: Pick<Undone, 'kept'>) {
  const { true: changed, false: used } = Object.groupBy(kept, ({ isChanged }) => `${isChanged}`);
  return (
    <>
      {changed && <Text mb="sm">Changed since the import, so it stays: {listed(namesOf(changed))}.</Text>}
      {used && <Text mb="sm">Kept because it’s used elsewhere: {listed(namesOf(used))}.</Text>}
    </>
  );
}

const namesOf = (entries: Undone['kept']): string[] => entries.map(({ name }) => name);

/** What the undo deletes, and what it leaves. */
function UndoImpact({ id }: { id: string }) {
  const { schoolId } = useSchool();
  const impact = useQuery({
    ...api.seasonFiles.undoImpact.queryOptions({ input: { schoolId, id } }),
    retry: false,
    meta: {},
  });
  return (
    <Loaded what="what the undo will delete" of={{ impact }} skeleton={<p>Checking what will be deleted …</p>}>
      {({ impact: { deleted, names, kept } }) => (
        <>
          <p>
            This deletes {countsText(deleted)} and the line-ups that came with the import. You can restore them for 30
            days on the School page.
          </p>
          {(['tournaments', 'teams', 'students'] as const).map(
            (what) =>
              names[what].length > 0 && (
                <p key={what}>
                  {capitalized(what)}: {listed(names[what])}.
                </p>
              ),
          )}
          <Kept kept={kept} />
        </>
      )}
    </Loaded>
  );
}
