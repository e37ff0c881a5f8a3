import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { SeasonBook } from '#contract/season-book.ts';
import { DeletionImpact, ImpactUnknown } from '#web/components/dialogs/delete-dialog.tsx';
import { Modal } from '#web/components/dialogs/modal.tsx';
import { sentences } from '#web/forms/form-words.ts';
import { Form } from '#web/forms/form.tsx';
import { deletionImpact } from '#web/records/deletion-impact.ts';
import { calls } from '#web/server/calls.ts';
import { hasAnswered } from '#web/components/feedback/has-answered.ts';
import { api } from '#web/server/query-client.ts';
import { useLoad } from '#web/server/use-load.ts';
import { useChange } from '#web/server/use-change.ts';
import { useSchool } from '#web/state/school.ts';

/** Asks for the school's name, because one press deletes the work of whole seasons. */
export function DeleteEverything({ schoolName, onClose }: { schoolName: string; onClose: () => void }) {
  const { schoolId } = useSchool();
  const [typed, setTyped] = useState('');
  const impact = useLoad(
    api.seasonBook.deletionImpact,
    'Failed to check what will be deleted',
    { schoolId },
    { staleTime: 0 },
  );
  const remove = useChange({
    send: () => calls.seasonBook.deleteEverything({ schoolId }),
    ...sentences('Season book', 'deleted', 'delete'),
    optimistic: {
      shownIn: [api.seasonBook.ofSchool.key()],
      edit: (): SeasonBook => ({ keepsBallots: false, keepUntil: null, sharesCards: false, version: 0 }),
    },
    onDone: onClose,
  });
  const isKnown = hasAnswered(impact);
  const isConfirmed = isKnown && typed.trim() === schoolName;
  return (
    <Modal onClose={onClose} title={`Delete the season book (${schoolName})`}>
      <p>
        Woah, hold up! Are you sure you want to delete the season book of <strong>{schoolName}</strong>?
      </p>
      <p>
        This action cannot be reversed. All rounds, line-ups and ballots of every season are deleted, and your school
        stops keeping ballots. Teams, students and tournaments stay. Download everything first if you may need it.
      </p>
      {isKnown && impact.data ? (
        <DeletionImpact>
          {deletionImpact([
            [impact.data.rounds, 'round'],
            [impact.data.ballots, 'ballot'],
          ])}
        </DeletionImpact>
      ) : (
        <ImpactUnknown what="what will be deleted" of={impact} />
      )}
      <Form onSubmit={() => isConfirmed && remove.send()}>
        <TextInput
          label={`Type “${schoolName}” to confirm`}
          autoComplete="off"
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="sm" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color="red" loading={remove.isPending} disabled={!isConfirmed}>
            Delete everything
          </Button>
        </Group>
      </Form>
    </Modal>
  );
}
