import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Round } from '#contract/rounds.ts';
import type { Season } from '#contract/season-book.ts';
import { DialogForm } from '#web/forms/dialog-form.tsx';
import { Modal } from '#web/components/dialogs/modal.tsx';
import { RecordFields, type Field } from '#web/forms/record-fields.tsx';
import { useAdd } from '#web/forms/use-add.ts';
import { roundFields, type RoundValues } from '../rounds/round-fields.ts';
import { AddRounds } from './add-rounds.tsx';
import { nextRound } from './next-round.ts';
import { seasonOf, useCases } from '#web/records/queries.ts';
import { calls } from '#web/server/calls.ts';
import { queryClient } from '#web/server/query-client.ts';
import { useSchool } from '#web/state/school.ts';

type Values = RoundValues & { teamId: string; opponentTeamId: string | null };

export interface AddRoundProps {
  tournament: Season['tournaments'][number];
  /** Of this tournament. */
  rounds: readonly Round[];
  /** At least one. */
  teams: readonly { id: string; name: string }[];
  /** The id of the team to begin with. */
  first: string | undefined;
  onAdded: (teamId: string) => void;
  onCancel: () => void;
}

/** One round, or several of one team at once. Without a team to begin with, the one that has played the fewest rounds. */
export function AddRound({ first, ...props }: AddRoundProps) {
  /** The team that several rounds are added for. */
  const [several, setSeveral] = useState<string | null>(null);
  const { teams, rounds, onCancel } = props;
  const numberOf = ({ id }: { id: string }): number => nextRound(id, rounds).number;
  const suggested =
    teams.find(({ id }) => id === first) ?? teams.toSorted((one, other) => numberOf(one) - numberOf(other))[0];
  if (several !== null) return <AddRounds {...props} first={several} />;
  return (
    <Modal onClose={onCancel} title="Add a round" size="40rem">
      <RoundForm {...props} first={suggested?.id ?? ''} onSeveral={setSeveral} />
    </Modal>
  );
}

interface RoundFormProps extends AddRoundProps {
  first: string;
  onSeveral: (teamId: string) => void;
}

function RoundForm({ tournament, rounds, teams, first, onAdded, onSeveral, onCancel }: RoundFormProps) {
  const { schoolId } = useSchool();
  const suggested = (teamId: string): Values => ({
    ...nextRound(teamId, rounds),
    opponentTeamId: null,
    opponent: null,
    outcome: 'played',
    caseId: tournament.caseId,
  });
  const form = useAdd<Values>({
    what: 'Round',
    empty: suggested(first),
    add: async ({ opponent: named, ...round }) => {
      await calls.rounds.add({ schoolId, tournamentId: tournament.id, ...round, opponent: named ?? '' });
      // The next form takes its number and side from the list, so this one stays until the list has the round.
      await queryClient.invalidateQueries(seasonOf(schoolId, tournament.season));
    },
    onAdded: ({ teamId }) => onAdded(teamId),
  });
  const { values, set } = form;
  const isTyped = Object.entries(suggested(values.teamId)).some(
    ([field, value]) => (values[field as keyof Values] || null) !== value,
  );
  const cases = useCases().data ?? [];
  const others = teams.filter(({ id }) => id !== values.teamId);
  const against: Field = {
    label: 'Against',
    as: 'choice',
    options: others.map(({ id, name }) => ({ value: id, label: `Your own team ${name}` })),
    none: 'Another school',
  };
  return (
    <DialogForm
      submitLabel="Add Round"
      saving={form.saving}
      onSubmit={form.save}
      onCancel={onCancel}
      otherSubmit={
        // What is typed already would be lost.
        <Button variant="default" disabled={form.saving || isTyped} onClick={() => onSeveral(values.teamId)}>
          Add several rounds
        </Button>
      }
    >
      <RecordFields<Values>
        fields={{
          teamId: {
            label: 'Team',
            as: 'choice',
            opensHere: teams.length > 1,
            options: teams.map(({ id, name }) => ({ value: id, label: name })),
          },
          ...(others.length > 0 && { opponentTeamId: against }),
          ...roundFields(values, { cases, opponentIsOwn: values.opponentTeamId !== null }),
        }}
        values={values}
        set={({ teamId, ...typed }) =>
          set({
            ...typed,
            ...(typed.opponentTeamId && { opponent: null }),
            ...(teamId !== undefined && {
              ...nextRound(teamId, rounds),
              ...(values.opponentTeamId === teamId && { opponentTeamId: null }),
            }),
          })
        }
      />
    </DialogForm>
  );
}
