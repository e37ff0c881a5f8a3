import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Round } from '#contract/rounds.ts';
import type { Season } from '#contract/season-book.ts';
import { Choice } from '#web/components/forms/choice.tsx';
import { DialogForm } from '#web/forms/dialog-form.tsx';
import { Modal } from '#web/components/dialogs/modal.tsx';
import { useAdd } from '#web/forms/use-add.ts';
import { RoundFields, type RoundValues } from '../rounds/round-fields.tsx';
import { useSeasonDialog } from '#web/records/season-address.ts';
import { seasonOf } from '#web/records/queries.ts';
import { calls } from '#web/server/calls.ts';
import { queryClient } from '#web/server/query-client.ts';
import { useSchool } from '#web/state/school.ts';

type Values = RoundValues & { teamId: string; opponentTeamId: string | null };
type Team = { id: string; name: string };

interface AddRoundProps {
  tournament: Season['tournaments'][number];
  /** Of this tournament. */
  rounds: readonly Round[];
  /** At least one. */
  teams: readonly Team[];
  /** The id of the team that the last round was added for on this page. */
  suggestedTeam: string | undefined;
  onAdded: (teamId: string) => void;
}

const OTHER_SCHOOL = '';
type Played = Pick<Round, 'teamId' | 'number' | 'side'>;
const nextNumber = (teamId: string, rounds: readonly Played[]): number =>
  1 + Math.max(0, ...rounds.filter((round) => round.teamId === teamId).map(({ number }) => number));

/** A team usually changes sides from round to round. */
function nextSide(teamId: string, rounds: readonly Played[]): Round['side'] {
  const last = rounds.filter((round) => round.teamId === teamId).at(-1);
  return last?.side === 'p' ? 'd' : 'p';
}

/** The team that has played the fewest rounds is most likely the next. */
const nextTeam = (teams: readonly Team[], rounds: readonly Played[]): string =>
  teams.toSorted((one, other) => nextNumber(one.id, rounds) - nextNumber(other.id, rounds))[0]?.id ?? '';

/** The dialog stays open for the team's next round, if the person wants to go on. */
export function AddRound({ suggestedTeam, onAdded, ...props }: AddRoundProps) {
  const { close } = useSeasonDialog();
  // The list may be a moment behind.
  const [added, setAdded] = useState<readonly Played[]>([]);
  const rounds = [...props.rounds, ...added];
  return (
    <Modal onClose={close} title="Add a round" size="40rem">
      <RoundForm
        key={added.length}
        {...props}
        rounds={rounds}
        first={props.teams.find(({ id }) => id === suggestedTeam)?.id ?? nextTeam(props.teams, rounds)}
        isNext={added.length > 0}
        onAdded={(round, goesOn) => {
          onAdded(round.teamId);
          if (goesOn) setAdded((before) => [...before, round]);
          else close();
        }}
        onCancel={close}
      />
    </Modal>
  );
}

interface RoundFormProps extends Omit<AddRoundProps, 'rounds' | 'suggestedTeam' | 'onAdded'> {
  rounds: readonly Played[];
  /** The team's id. */
  first: string;
  /** The round before was added in this dialog. */
  isNext: boolean;
  onAdded: (round: Played & { teamId: string }, goesOn: boolean) => void;
  onCancel: () => void;
}

function RoundForm({ tournament, rounds, teams, first, isNext, onAdded, onCancel }: RoundFormProps) {
  const { schoolId } = useSchool();
  const opponent = useRef<HTMLInputElement>(null);
  const goesOn = useRef(false);
  useEffect(() => {
    if (isNext) opponent.current?.focus();
  }, [isNext]);
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
    add: async ({ opponent: named, ...round }) => {
      await calls.rounds.add({ schoolId, tournamentId: tournament.id, ...round, opponent: named ?? '' });
      // The next form takes its number and side from the list, so this one stays until the list has the round.
      await queryClient.invalidateQueries(seasonOf(schoolId, tournament.season));
    },
    onAdded: (round) => onAdded(round, goesOn.current),
  });
  const { values, set } = form;
  const save = (andGoOn: boolean) => {
    goesOn.current = andGoOn;
    form.save();
  };
  const others = teams.filter(({ id }) => id !== values.teamId);
  return (
    <DialogForm
      submitLabel="Add Round"
      saving={form.saving}
      onSubmit={() => save(false)}
      onCancel={onCancel}
      otherSubmit={
        <Button variant="default" disabled={form.saving} onClick={() => save(true)}>
          Add and Next Round
        </Button>
      }
    >
      <Choice
        label="Team"
        data-autofocus={(teams.length > 1 && !isNext) || undefined}
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
      <RoundFields values={values} set={set} opponentIsOwn={values.opponentTeamId !== null} opponentRef={opponent} />
    </DialogForm>
  );
}
