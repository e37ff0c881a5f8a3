import type { Round } from '#contract/rounds.ts';
import type { Season } from '#contract/season-book.ts';
import { DeletionImpact } from '#web/components/dialogs/delete-dialog.tsx';
import { Deletion } from '#web/forms/deletion.tsx';
import { EditDialog } from '#web/forms/edit-form.tsx';
import { calls } from '#web/server/calls.ts';
import { api, queryClient } from '#web/server/query-client.ts';
import { useSchool } from '#web/state/school.ts';
import { deletionImpact } from '#web/records/deletion-impact.ts';
import { roundFields } from './round-fields.ts';
import { useCases } from '#web/records/queries.ts';

interface RoundDialogProps {
  round: Round;
  onClose: () => void;
}

/** In a form, an empty text is something that was forgotten. An opponent may be missing. */
const toForm = (round: Round) => ({ ...round, opponent: round.opponent || null });

export function EditRound({ round, isShared, onClose }: RoundDialogProps & { isShared: boolean }) {
  const { schoolId } = useSchool();
  const cases = useCases().data ?? [];
  return (
    <EditDialog
      title={`Edit Round ${round.number}`}
      what="Round"
      record={toForm(round)}
      fields={(values) => roundFields(values, { cases, opponentIsOwn: isShared })}
      update={async ({ version }, { opponent, ...changed }) => {
        const typed = opponent === undefined ? {} : { opponent: opponent ?? '' };
        const saved = await calls.rounds.update({ schoolId, id: round.id, version, changed: { ...changed, ...typed } });
        // The dialog closes over a page that already shows the change.
        await queryClient.invalidateQueries({ queryKey: api.seasonBook.season.key() });
        return toForm(saved);
      }}
      shownIn={[]}
      above={
        isShared && <p>Two of your teams met in this round. The other team’s round changes too, with the other side.</p>
      }
      onClose={onClose}
    />
  );
}

interface DeleteRoundProps extends RoundDialogProps {
  /** Another team of the school played in it, and keeps the ballots. */
  isShared: boolean;
  /** Of the season. */
  ballots: Season['ballots'];
  onDeleted?: () => void;
}

export function DeleteRound({ round, isShared, ballots, onClose, onDeleted = onClose }: DeleteRoundProps) {
  const { schoolId } = useSchool();
  return (
    <Deletion
      what="Round"
      name={`Round ${round.number}`}
      change={{
        send: () => calls.rounds.remove({ schoolId, id: round.id }),
        heldBack: [api.seasonBook.key()],
        onDone: onDeleted,
      }}
      onClose={onClose}
    >
      {isShared ? (
        <p>Two of your teams met in this round. The other team’s round stays, with the ballots.</p>
      ) : (
        <DeletionImpact>
          {deletionImpact([[ballots.filter(({ roundId }) => roundId === round.id).length, 'ballot']])}
        </DeletionImpact>
      )}
    </Deletion>
  );
}
