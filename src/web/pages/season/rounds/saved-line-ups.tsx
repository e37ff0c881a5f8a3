// The line-ups that the team has saved under a name for this side: to use one, and to save, rename and delete them.
import { Button, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { RoundPart } from '#contract/rounds.ts';
import type { SavedLineUp } from '#contract/saved-line-ups.ts';
import { DropPanel } from '#web/components/ui/drop-panel.tsx';
import { useAdd } from '#web/forms/use-add.ts';
import { useEditedRows } from '#web/forms/use-edited-rows.ts';
import { Form } from '#web/forms/form.tsx';
import { calls } from '#web/server/calls.ts';
import { Loaded } from '#web/server/loaded.tsx';
import { useSchool } from '#web/state/school.ts';
import { savedLineUpsOf } from '../queries.ts';
import classes from './page.module.css';
import { RenameSaved, SavedRow } from './saved-row.tsx';

interface SavedLineUpsProps {
  teamId: string;
  side: SavedLineUp['side'];
  /** As they are in the form. */
  parts: RoundPart[];
  onUse: (parts: readonly RoundPart[]) => void;
}

export function SavedLineUps({ teamId, side, parts, onUse }: SavedLineUpsProps) {
  const { schoolId } = useSchool();
  const saved = useQuery(savedLineUpsOf(schoolId));
  const { rows, isEdited, edit, endEdit } = useEditedRows(
    saved.data?.filter((lineUp) => lineUp.teamId === teamId && lineUp.side === side),
  );
  const nameField = useRef<HTMLInputElement>(null);
  const form = useAdd({
    what: 'Saved line-up',
    empty: { name: '' },
    afterwards: { name: '' },
    add: ({ id, name }) => calls.savedLineUps.save({ schoolId, id, teamId, side, name, parts }),
  });
  return (
    <DropPanel label="Saved line-ups" wide variant="light" size="compact-sm">
      {(close) => (
        <>
          <Loaded
            what="saved line-ups"
            of={{ ours: { ...saved, data: rows } }}
            skeleton={null}
            empty={<span>None yet for this team and side.</span>}
          >
            {(loaded) => (
              // A team can save many: what follows them stays in reach.
              <Stack
                component="ul"
                gap="xs"
                mah="45vh"
                p="3px"
                className={`thumbs scrolls ${classes.saved}`}
                aria-label="Saved line-ups"
              >
                {loaded.ours.map((lineUp, index) =>
                  isEdited(lineUp.id) ? (
                    <RenameSaved key={lineUp.id} lineUp={lineUp} onClose={() => endEdit(lineUp.id)} />
                  ) : (
                    <SavedRow
                      key={lineUp.id}
                      lineUp={lineUp}
                      nameField={nameField}
                      onUse={() => {
                        onUse(lineUp.parts);
                        close();
                      }}
                      onRename={() => edit(lineUp, index)}
                    />
                  ),
                )}
              </Stack>
            )}
          </Loaded>
          <Form onSubmit={form.save}>
            <TextInput
              ref={nameField}
              label="Save this line-up as"
              required
              maxLength={200}
              value={form.values.name}
              onChange={(event) => form.set({ name: event.currentTarget.value })}
            />
            <Button type="submit" mt="xs" size="xs" disabled={parts.length === 0} loading={form.saving}>
              Save
            </Button>
          </Form>
        </>
      )}
    </DropPanel>
  );
}
