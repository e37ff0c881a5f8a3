// Several rounds of one team in one form: the numbers follow the team's last round, and the sides alternate.
import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { Round } from '#contract/rounds.ts';
import { MAX_ROUND_NUMBER, ROUND_SIDES } from '#contract/words.ts';
import { otherSide } from '#metrics/scores.ts';
import { Modal } from '#web/components/dialogs/modal.tsx';
import { Choice } from '#web/components/forms/choice.tsx';
import { counted } from '#web/format.ts';
import { DialogForm } from '#web/forms/dialog-form.tsx';
import { newId } from '#web/forms/use-add.ts';
import { useCases } from '#web/records/queries.ts';
import { sideLabel } from '#web/records/round-words.ts';
import { calls, codeOf } from '#web/server/calls.ts';
import { useChange } from '#web/server/use-change.ts';
import { useSchool } from '#web/state/school.ts';
import { useUnsaved } from '#web/state/unsaved.ts';
import type { AddRoundProps } from './add-round.tsx';
import { nextRound } from './next-round.ts';

const USUAL_ROUNDS = 4;

/** `side`: null is the other side than in the round before. */
type Row = { id: string; side: Round['side'] | null; opponent: string };
const newRow = (): Row => ({ id: newId(), side: null, opponent: '' });

export function AddRounds(props: AddRoundProps & { first: string }) {
  const { tournament, rounds, teams, first, onAdded, onCancel } = props;
  const { schoolId } = useSchool();
  const caseType = useCases().data?.find(({ id }) => id === tournament.caseId)?.type;
  // The list may get these rounds before their answer arrives: what is sent again must be the same, unless it was refused.
  const [start, setStart] = useState(() => nextRound(first, rounds));
  const most = MAX_ROUND_NUMBER + 1 - start.number;
  const [rows, setRows] = useState<readonly Row[]>(() =>
    Array.from({ length: Math.max(1, Math.min(USUAL_ROUNDS, most)) }, newRow),
  );
  useUnsaved(rows.some(({ opponent, side }) => opponent !== '' || side !== null));
  const planned: Pick<Round, 'id' | 'number' | 'side' | 'opponent'>[] = [];
  for (const { id, side, opponent } of rows.slice(0, most)) {
    const before = planned.at(-1);
    planned.push({
      id,
      number: start.number + planned.length,
      side: side ?? (before ? otherSide(before.side) : start.side),
      opponent,
    });
  }
  const change = (id: string, changed: Partial<Row>) =>
    setRows((now) => now.map((row) => (row.id === id ? { ...row, ...changed } : row)));
  const what = counted(planned.length, 'Round');
  const add = useChange({
    send: (sent: { teamId: string; planned: typeof planned }) =>
      calls.rounds.addMany({
        schoolId,
        tournamentId: tournament.id,
        teamId: sent.teamId,
        rounds: sent.planned.map((round) => ({ ...round, outcome: 'played', caseId: tournament.caseId })),
      }),
    done: ({ length }) => (length === 1 ? 'Round added successfully' : `${length} rounds added successfully`),
    failed: 'Failed to add rounds',
    onDone: (_, { teamId }) => {
      // Synchronous, because closing the form asks about unsaved changes.
      flushSync(() => setRows([newRow()]));
      onAdded(teamId);
    },
  });
  // A colleague has added a round meanwhile.
  const latest = nextRound(start.teamId, rounds);
  const isFree = add.isIdle || codeOf(add.error) === 'ROUND_TAKEN';
  if (isFree && (latest.number !== start.number || latest.side !== start.side)) setStart(latest);
  return (
    <Modal onClose={onCancel} title="Add rounds" size="40rem">
      <DialogForm
        submitLabel={`Add ${what}`}
        saving={add.isPending}
        disabled={planned.length === 0}
        onSubmit={() => add.send({ teamId: start.teamId, planned })}
        onCancel={onCancel}
        otherSubmit={
          <Button variant="default" disabled={rows.length >= most} onClick={() => setRows((now) => [...now, newRow()])}>
            Add another round
          </Button>
        }
      >
        <Choice
          className="across"
          label="Team"
          options={teams.map(({ id, name }) => ({ value: id, label: name }))}
          value={start.teamId}
          onChoose={(teamId) => setStart(nextRound(teamId, rounds))}
        />
        {planned.map(({ id, number, side, opponent }, index) => (
          <Group component="fieldset" key={id} align="flex-end" gap="0.5rem 0.75rem" className="across">
            <legend>Round {number}</legend>
            <Choice
              flex="1 1 11rem"
              label="Your side"
              options={ROUND_SIDES.map((each) => ({ value: each, label: sideLabel(each, caseType) }))}
              value={side}
              onChoose={(chosen) => change(id, { side: chosen })}
            />
            <TextInput
              flex="1 1 11rem"
              label="Opponent"
              placeholder="Such as a team number"
              data-autofocus={index === 0 || undefined}
              maxLength={200}
              value={opponent}
              onChange={(event) => change(id, { opponent: event.currentTarget.value })}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
                // Enter goes down the opponents. In the last one it sends the form.
                const next = event.currentTarget.closest('fieldset')?.nextElementSibling?.querySelector('input');
                if (!next) return;
                event.preventDefault();
                next.focus();
              }}
            />
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={`Remove round ${number}`}
              disabled={planned.length === 1}
              onClick={() => setRows((now) => now.filter((row) => row.id !== id))}
            >
              Remove
            </Button>
          </Group>
        ))}
      </DialogForm>
    </Modal>
  );
}
