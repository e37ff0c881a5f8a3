import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { ButtonLink } from '#web/components/links.tsx';
import { Page } from '#web/components/page.tsx';
import { factsOf, marginFrom, type BallotFacts } from '#web/records/ballot-draft.ts';
import { BallotFactsForm, judgeNumber } from '#web/records/ballot-facts.tsx';
import { useRoundPeople } from '#web/records/round-people.ts';
import { roundText } from '#web/records/season-rounds.ts';
import { api } from '#web/server/query-client.ts';
import { useUnsaved } from '#web/state/unsaved.ts';
import { ballotTitle } from './ballot-totals.tsx';
import { conflictOf, NotSaved } from './changed-meanwhile.tsx';
import type { KeptProps } from './kept-ballot.tsx';
import classes from './page.module.css';

const FIELDS = ['number', 'judge', 'tabMargin', 'comments', 'ranks'] as const;
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Edits what a kept ballot says besides its scores. */
export function EditFacts({ schoolId, found, ballot, taken }: KeptProps & { taken: readonly number[] }) {
  const [base, setBase] = useState(ballot);
  const [typed, setTyped] = useState<Partial<BallotFacts>>({});
  const navigate = useNavigate();
  const before = factsOf(base);
  const facts = { ...before, ...typed };
  const changed = FIELDS.filter((field) => !isSame(facts[field], before[field]));
  const tabMargin = marginFrom(facts.tabMargin);
  const number = judgeNumber(facts, taken);
  const mayBeSaved = changed.length > 0 && tabMargin !== undefined && number !== null && !taken.includes(number);
  const address = {
    to: '/season/rounds/$roundId/ballots/$ballotId',
    params: { roundId: found.round.id, ballotId: ballot.id },
  } as const;
  const update = useMutation(
    api.keptBallots.update.mutationOptions({
      meta: { done: 'Ballot updated successfully', failed: 'Failed to update ballot', isShownInPlace: () => true },
      onSuccess: () => {
        // Synchronous, because leaving asks about unsaved changes.
        flushSync(() => setTyped({}));
        void navigate(address);
      },
      onError: (error) => setBase(conflictOf(error)?.current ?? base),
    }),
  );
  useUnsaved(changed.length > 0);
  const save = () => {
    if (!mayBeSaved || update.isPending) return;
    const values = { ...facts, number, tabMargin, judge: facts.judge.trim() };
    const sent = Object.fromEntries(changed.map((field) => [field, values[field]]));
    update.mutate({ schoolId, id: ballot.id, version: base.version, changed: sent });
  };
  return (
    <Page title={`Edit: ${ballotTitle(ballot)}`} intro={roundText(found)}>
      <div className={classes.page}>
        <BallotFactsForm
          facts={facts}
          taken={taken}
          people={useRoundPeople(schoolId, found)}
          scores={ballot.scores}
          onFacts={setTyped}
        />
        <NotSaved error={update.error} />
        <div className={classes.buttons}>
          <Button loading={update.isPending} disabled={!mayBeSaved} onClick={save}>
            Save
          </Button>
          <ButtonLink {...address} variant="default">
            Cancel
          </ButtonLink>
        </div>
      </div>
    </Page>
  );
}
