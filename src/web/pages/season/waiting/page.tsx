// Ballots that a super admin has handed over: each waits here for its round.
import { Button, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { MAX_JUDGES } from '#ballot/kept-limits.ts';
import type { KeptBallot } from '#contract/kept-ballots.ts';
import { Choice } from '#web/components/forms/choice.tsx';
import { DeleteDialog, Warning } from '#web/components/dialogs/delete-dialog.tsx';
import { Disclosure } from '#web/components/ui/disclosure.tsx';
import { EmptyState } from '#web/components/feedback/empty-state.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { ScoreTable } from '#web/components/forms/score-grid/score-table.tsx';
import { sentences } from '#web/forms/form-words.ts';
import { RoundChoice } from '#web/records/round-choice.tsx';
import { useSeasonRounds, type SeasonRound } from '#web/records/season-rounds.ts';
import { calls, messageOf } from '#web/server/calls.ts';
import { Loaded } from '#web/server/loaded.tsx';
import { useChange } from '#web/server/use-change.ts';
import { useSchool } from '#web/state/school.ts';
import { waitingOf } from '../queries.ts';
import classes from './page.module.css';

export function SeasonWaitingPage() {
  const { schoolId } = useSchool();
  const waiting = useQuery(waitingOf(schoolId));
  return (
    <Page
      title="Ballots without a round"
      intro="These ballots were read and checked for you. Choose the round of each."
      narrow
    >
      <Loaded what="waiting ballots" of={{ waiting, rounds: useSeasonRounds(schoolId) }}>
        {({ waiting: ballots, rounds }) =>
          ballots.length === 0 ? (
            <EmptyState title="No ballot is waiting." text="Ballots that are handed over to your school appear here." />
          ) : (
            <ul className={classes.list}>
              {ballots.map((ballot) => (
                <li key={ballot.id}>
                  <WaitingBallot ballot={ballot} rounds={rounds} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Page>
  );
}

interface WaitingBallotProps {
  ballot: KeptBallot;
  rounds: readonly SeasonRound[];
}

const NUMBERS = Array.from({ length: MAX_JUDGES }, (_, index) => index + 1);
const nameOf = ({ judge }: KeptBallot): string =>
  judge === '' ? 'Ballot without a judge’s name' : `Ballot of ${judge}`;

function WaitingBallot({ ballot, rounds }: WaitingBallotProps) {
  const { schoolId } = useSchool();
  const heading = useId();
  const [roundId, setRoundId] = useState<string | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const [deleting, setDeleting] = useState(false);
  const assign = useChange({
    send: calls.keptBallots.update,
    done: 'Ballot assigned to its round',
    failed: 'Failed to assign ballot',
    isShownInPlace: () => true,
  });
  const remove = useChange({ send: calls.keptBallots.remove, ...sentences('Ballot', 'deleted', 'delete') });
  const taken = rounds.find(({ round }) => round.id === roundId)?.ballots.map(({ number }) => number) ?? [];
  const free = NUMBERS.filter((number) => !taken.includes(number));
  const number = chosen !== null && free.includes(chosen) ? chosen : (free[0] ?? null);
  const { pTotal, dTotal, unread, keptBy, version, id } = ballot;
  return (
    <section className={classes.card} aria-labelledby={heading}>
      <Title order={2} size="h4" id={heading}>
        {nameOf(ballot)}
      </Title>
      <p className={classes.text}>
        P {pTotal}, D {dTotal}
        {unread > 0 && `, ${unread} ${unread === 1 ? 'score' : 'scores'} not read`}. Handed over by{' '}
        {keptBy ?? 'platform staff'}.
      </p>
      <Disclosure summary="Show scores">
        <ScoreTable scores={ballot.scores} mayStayEmpty cell={(field) => ballot.scores[field] ?? '–'} />
      </Disclosure>
      <div className={classes.fields}>
        <RoundChoice rounds={rounds} value={roundId} onChoose={setRoundId} />
        <Choice
          label="Judge number"
          placeholder="None is free"
          value={number === null ? null : String(number)}
          options={free.map((each) => ({ value: String(each), label: String(each) }))}
          onChoose={(value) => setChosen(Number(value))}
        />
      </div>
      {assign.error && <Warning>{messageOf(assign.error)} The ballot still waits here.</Warning>}
      <div className={classes.buttons}>
        <Button
          loading={assign.isPending}
          disabled={roundId === null || number === null}
          onClick={() => {
            if (roundId === null || number === null) return;
            assign.send({ schoolId, id, version, changed: { roundId, number } });
          }}
        >
          Assign
        </Button>
        <Button variant="default" onClick={() => setDeleting(true)}>
          Delete
        </Button>
      </div>
      {deleting && (
        <DeleteDialog
          what="Ballot"
          name={nameOf(ballot)}
          deleting={remove.isPending}
          onCancel={() => setDeleting(false)}
          onDelete={() => remove.send({ schoolId, id })}
        />
      )}
    </section>
  );
}
