// Ballots that a super admin has handed over: each waits here for its round.
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { KeptBallot } from '#contract/kept-ballots.ts';
import { Warning } from '#web/components/dialogs/delete-dialog.tsx';
import { Disclosure } from '#web/components/ui/disclosure.tsx';
import { EmptyState } from '#web/components/feedback/empty-state.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { ScoreTable } from '#web/ballots/score-grid/score-table.tsx';
import { counted } from '#web/format.ts';
import { Deletion } from '#web/forms/deletion.tsx';
import { usePlace } from '#web/records/round-choice.tsx';
import { useSeasonRounds, type SeasonRound } from '#web/records/season-rounds.ts';
import { calls, messageOf } from '#web/server/calls.ts';
import { Loaded } from '#web/server/loaded.tsx';
import { useChange } from '#web/server/use-change.ts';
import { useSchool } from '#web/state/school.ts';
import { OnSheet } from '../sheets.tsx';
import { waitingOf } from '../queries.ts';

export default function SeasonWaitingPage() {
  const { schoolId } = useSchool();
  const waiting = useQuery(waitingOf(schoolId));
  return (
    <Page
      title="Ballots without a round"
      intro="These ballots were read and checked for you. Choose the round of each."
      narrow
    >
      <Loaded
        what="waiting ballots"
        of={{ waiting, rounds: useSeasonRounds() }}
        empty={
          <EmptyState title="No ballot is waiting." text="Ballots that are handed over to your school appear here." />
        }
      >
        {({ waiting: ballots, rounds }) => (
          <Stack component="ul" gap="md">
            {ballots.map((ballot) => (
              <li key={ballot.id}>
                <WaitingBallot ballot={ballot} rounds={rounds} />
              </li>
            ))}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

const nameOf = ({ judge }: KeptBallot): string =>
  judge === '' ? 'Ballot without a judge’s name' : `Ballot of ${judge}`;

function WaitingBallot({ ballot, rounds }: { ballot: KeptBallot; rounds: readonly SeasonRound[] }) {
  const { schoolId } = useSchool();
  const heading = useId();
  const { place, fields } = usePlace(rounds);
  const [deleting, setDeleting] = useState(false);
  const assign = useChange({
    send: calls.keptBallots.update,
    done: 'Ballot assigned to its round',
    failed: 'Failed to assign ballot',
    isShownInPlace: () => true,
  });
  const { pTotal, dTotal, unread, keptBy, version, id } = ballot;
  const { scores } = ballot;
  return (
    <Stack component="section" gap="xs" className="card" aria-labelledby={heading}>
      <Title order={2} size="h4" id={heading}>
        {nameOf(ballot)}
      </Title>
      <Text c="dimmed" className="tabular">
        P {pTotal}, D {dTotal}
        {unread > 0 && `, ${counted(unread, 'score')} not read`}. Handed over by {keptBy ?? 'platform staff'}.
      </Text>
      <Disclosure summary="Show scores">
        <OnSheet of={ballot.sheet}>
          {(sheet) => <ScoreTable sheet={sheet} scores={scores} mayStayEmpty cell={(key) => scores[key] ?? '–'} />}
        </OnSheet>
      </Disclosure>
      {fields}
      {assign.error && <Warning>{messageOf(assign.error)} The ballot still waits here.</Warning>}
      <Group gap="xs">
        <Button
          loading={assign.isPending}
          disabled={place === null}
          onClick={() => place && assign.send({ schoolId, id, version, changed: place })}
        >
          Assign
        </Button>
        <Button variant="default" onClick={() => setDeleting(true)}>
          Delete
        </Button>
      </Group>
      {deleting && (
        <Deletion
          what="Ballot"
          name={nameOf(ballot)}
          change={{ send: () => calls.keptBallots.remove({ schoolId, id }) }}
          onClose={() => setDeleting(false)}
        />
      )}
    </Stack>
  );
}
