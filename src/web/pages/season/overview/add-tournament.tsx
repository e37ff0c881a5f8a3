import { useNavigate } from '@tanstack/react-router';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { DialogForm } from '#web/forms/dialog-form.tsx';
import { Modal } from '#web/components/dialogs/modal.tsx';
import { RecordFields } from '#web/forms/record-fields.tsx';
import { useAdd } from '#web/forms/use-add.ts';
import { useCases } from '#web/records/queries.ts';
import { useSeasonDialog } from '#web/records/season-address.ts';
import { calls } from '#web/server/calls.ts';
import { useSchool } from '#web/state/school.ts';
import { refOf, useTrialSheets } from '../sheets.tsx';
import { toTournament } from '../address.ts';
import { tournamentFields, type TournamentValues } from '../tournaments/tournament-fields.ts';

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
