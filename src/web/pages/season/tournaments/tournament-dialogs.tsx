import { useNavigate } from '@tanstack/react-router';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { refOf } from '#ballot/sheet/sheet.ts';
import type { Season } from '#contract/season-book.ts';
import { DeletionImpact } from '#web/components/dialogs/delete-dialog.tsx';
import { Modal } from '#web/components/dialogs/modal.tsx';
import { Deletion } from '#web/forms/deletion.tsx';
import { DialogForm } from '#web/forms/dialog-form.tsx';
import { EditDialog } from '#web/forms/edit-form.tsx';
import { RecordFields } from '#web/forms/record-fields.tsx';
import { useAdd } from '#web/forms/use-add.ts';
import { deletionImpact } from '#web/records/deletion-impact.ts';
import { useCases } from '#web/records/queries.ts';
import { useSeasonDialog } from '#web/records/season-address.ts';
import { toTournament } from '../address.ts';
import { useTrialSheets } from '../sheets.tsx';
import { tournamentFields, type TournamentValues } from './tournament-fields.ts';
import { calls } from '#web/server/calls.ts';
import { api } from '#web/server/query-client.ts';
import { useSchool } from '#web/state/school.ts';

export function AddTournament({ season }: { season: string }) {
  const { schoolId } = useSchool();
  const cases = useCases().data ?? [];
  const navigate = useNavigate();
  const { close } = useSeasonDialog();
  const form = useAdd<TournamentValues>({
    what: 'Tournament',
    empty: { name: '', season, startsOn: null, endsOn: null, place: null, caseId: null, sheet: refOf(COLLEGE_28) },
    add: (tournament) => calls.tournaments.add({ schoolId, ...tournament }),
    // Its rounds come next.
    onAdded: ({ id }) => void navigate({ ...toTournament(id), replace: true }),
  });
  const sheets = useTrialSheets(form.values.sheet);
  return (
    <Modal onClose={close} title="Add a tournament" size="40rem">
      <DialogForm submitLabel="Add Tournament" saving={form.saving} onSubmit={form.save} onCancel={close}>
        <RecordFields fields={tournamentFields(form.values, cases, sheets)} values={form.values} set={form.set} />
      </DialogForm>
    </Modal>
  );
}

interface TournamentDialogProps {
  tournament: Season['tournaments'][number];
}

export function EditTournament({ tournament }: TournamentDialogProps) {
  const { schoolId } = useSchool();
  const { leave } = useSeasonDialog();
  const cases = useCases().data ?? [];
  const sheets = useTrialSheets(tournament.sheet);
  return (
    <EditDialog
      title={`Edit Tournament (${tournament.name})`}
      what="Tournament"
      record={tournament}
      fields={(values) => tournamentFields(values, cases, sheets)}
      update={async ({ version }, changed) => ({
        caseName: null,
        ...(await calls.tournaments.update({ schoolId, id: tournament.id, version, changed })),
      })}
      shownIn={[api.tournaments.inSchool.key()]}
      onClose={leave}
    />
  );
}

interface DeleteTournamentProps extends TournamentDialogProps {
  rounds: number;
  ballots: number;
}

export function DeleteTournament({ tournament, rounds, ballots }: DeleteTournamentProps) {
  const { schoolId } = useSchool();
  const { leave } = useSeasonDialog();
  const navigate = useNavigate();
  return (
    <Deletion
      what="Tournament"
      name={tournament.name}
      restorable="on the School page"
      restore={() => calls.deletedEntries.restore({ schoolId, id: tournament.id })}
      change={{
        send: () => calls.tournaments.remove({ schoolId, id: tournament.id }),
        heldBack: [api.seasonBook.key()],
        onDone: () => void navigate({ to: '/season', search: { season: tournament.season }, replace: true }),
      }}
      onClose={leave}
    >
      <DeletionImpact>
        {deletionImpact([
          [rounds, 'round'],
          [ballots, 'ballot'],
        ])}
      </DeletionImpact>
    </Deletion>
  );
}
