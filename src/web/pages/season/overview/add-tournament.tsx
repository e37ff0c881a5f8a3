import { useNavigate } from '@tanstack/react-router';
import { DialogForm } from '#web/forms/dialog-form.tsx';
import { Modal } from '#web/components/dialogs/modal.tsx';
import { useAdd } from '#web/forms/use-add.ts';
import { useSeasonDialog } from '#web/records/season-address.ts';
import { TournamentFields, type TournamentValues } from '../tournaments/tournament-fields.tsx';
import { calls } from '#web/server/calls.ts';

export function AddTournament({ schoolId, season }: { schoolId: string; season: string }) {
  const navigate = useNavigate();
  const { close } = useSeasonDialog();
  const form = useAdd<TournamentValues>({
    what: 'Tournament',
    empty: { name: '', season, startsOn: null, endsOn: null, place: null, caseId: null },
    add: (tournament) => calls.tournaments.add({ schoolId, ...tournament }),
    // Its rounds come next.
    onAdded: ({ id }) =>
      void navigate({ to: '/season/tournaments/$tournamentId', params: { tournamentId: id }, replace: true }),
  });
  return (
    <Modal onClose={close} title="Add a tournament" size="40rem">
      <DialogForm submitLabel="Add Tournament" saving={form.saving} onSubmit={form.save} onCancel={close}>
        <TournamentFields values={form.values} set={form.set} />
      </DialogForm>
    </Modal>
  );
}
