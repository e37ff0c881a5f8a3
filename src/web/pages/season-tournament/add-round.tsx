import { useState } from 'react';
import type { Round } from '#contract/rounds.ts';
import type { Season } from '#contract/season-book.ts';
import { Choice } from '#web/components/choice.tsx';
import { DialogForm } from '#web/forms/dialog-form.tsx';
import { Modal } from '#web/components/modal.tsx';
import { useAdd } from '#web/forms/use-add.ts';
import { RoundFields, type RoundValues } from '#web/records/round-fields.tsx';
import { useSeasonDialog } from '#web/records/season-address.ts';
import { seasonQuery } from '#web/records/use-season.ts';
import { calls } from '#web/server/calls.ts';
import { queryClient } from '#web/server/query-client.ts';

type Values = RoundValues & { teamId: string; opponentTeamId: string | null };
type Team = { id: string; name: string };

interface AddRoundProps {
  schoolId: string;
  tournament: Season['tournaments'][number];
  /** Of this tournament. */
  rounds: readonly Round[];
  /** At least one. */
  teams: readonly Team[];
}

const OTHER_SCHOOL = '';
const nextNumber = (teamId: string, rounds: readonly Round[]): number =>
  1 + Math.max(0, ...rounds.filter((round) => round.teamId === teamId).map(({ number }) => number));

/** A team usually changes sides from round to round. */
function nextSide(teamId: string, rounds: readonly Round[]): Round['side'] {
  const last = rounds.filter((round) => round.teamId === teamId).at(-1);
  return last?.side === 'p' ? 'd' : 'p';
}

/** The team that has played the fewest rounds is most likely the next. */
const nextTeam = (teams: readonly Team[], rounds: readonly Round[]): string =>
  teams.toSorted((one, other) => nextNumber(one.id, rounds) - nextNumber(other.id, rounds))[0]?.id ?? '';

export function AddRound({ schoolId, tournament, rounds, teams }: AddRoundProps) {
  const { close } = useSeasonDialog();
  const [first] = useState(() => nextTeam(teams, rounds));
  const form = useAdd<Values>({
    what: 'Round',
    empty: {
      teamId: first,
      number: nextNumber(first, rounds),
      side: nextSide(first, rounds),
      opponentTeamId: null,
      opponent: null,
      outcome: 'played',
      caseId: tournament.caseId,
    },
    add: async ({ opponent, ...round }) => {
      await calls.rounds.add({ schoolId, tournamentId: tournament.id, ...round, opponent: opponent ?? '' });
      // The next dialog takes its team, number and side from the list, so this one stays until the list has the round.
      await queryClient.invalidateQueries(seasonQuery(schoolId, tournament.season));
    },
    onAdded: close,
  });
  const { values, set } = form;
  const others = teams.filter(({ id }) => id !== values.teamId);
  return (
    <Modal onClose={close} title="Add a round" size="40rem">
      <DialogForm submitLabel="Add Round" saving={form.saving} onSubmit={form.save} onCancel={close}>
        <Choice
          label="Team"
          options={teams.map(({ id, name }) => ({ value: id, label: name }))}
          value={values.teamId}
          onChoose={(teamId) =>
            set({
              teamId,
              number: nextNumber(teamId, rounds),
              side: nextSide(teamId, rounds),
              ...(values.opponentTeamId === teamId && { opponentTeamId: null }),
            })
          }
        />
        {others.length > 0 && (
          <Choice
            label="Against"
            options={[
              { value: OTHER_SCHOOL, label: 'Another school' },
              ...others.map(({ id, name }) => ({ value: id, label: `Your own team ${name}` })),
            ]}
            value={values.opponentTeamId ?? OTHER_SCHOOL}
            onChoose={(id) =>
              set(id === OTHER_SCHOOL ? { opponentTeamId: null } : { opponentTeamId: id, opponent: null })
            }
          />
        )}
        <RoundFields values={values} set={set} opponentIsOwn={values.opponentTeamId !== null} />
      </DialogForm>
    </Modal>
  );
}
