import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { textsOnBoth } from '#metrics/scores.ts';
import { ButtonLink } from '#web/components/ui/links.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { factsOf, marginFrom } from './ballot-draft.ts';
import { BallotFactsForm, judgeNumber } from './ballot-facts.tsx';
import { isSame, rebasedFacts } from './rebased-facts.ts';
import { useRoundPeople } from './round-people.ts';
import { sentences } from '#web/forms/form-words.ts';
import { roundText } from '#web/records/season-rounds.ts';
import { calls } from '#web/server/calls.ts';
import { useChange } from '#web/server/use-change.ts';
import { useSchool } from '#web/state/school.ts';
import { useUnsaved } from '#web/state/unsaved.ts';
import { toBallot } from '../address.ts';
import { ballotTitle } from './ballot-totals.tsx';
import { conflictOf, NotSaved } from './changed-meanwhile.tsx';
import type { KeptProps } from './kept-ballot.tsx';
import classes from './page.module.css';

const FIELDS = ['number', 'judge', 'tabMargin', 'comments', 'opponentComments', 'ranks'] as const;

/** Edits what a kept ballot says besides its scores. */
export function EditFacts({ found, ballot, taken }: KeptProps & { taken: readonly number[] }) {
  const { schoolId } = useSchool();
  const [base, setBase] = useState(ballot);
  const { side } = found.round;
  const before = factsOf(base, side);
  const [facts, setFacts] = useState(before);
  const navigate = useNavigate();
  const changed = FIELDS.filter((field) => !isSame(facts[field], before[field]));
  const tabMargin = marginFrom(facts.tabMargin);
  const number = judgeNumber(facts, taken);
  const mayBeSaved = changed.length > 0 && tabMargin !== undefined && number !== null && !taken.includes(number);
  const address = toBallot(found.round.id, ballot.id);
  const update = useChange({
    send: calls.keptBallots.update,
    ...sentences('Ballot', 'updated', 'update'),
    isShownInPlace: () => true,
    onDone: (saved) => {
      // Synchronous, because leaving asks about unsaved changes.
      flushSync(() => {
        setBase(saved);
        setFacts(factsOf(saved, side));
      });
      void navigate(address);
    },
    onRefused: (error) => {
      const current = conflictOf(error)?.current;
      if (current === undefined) return;
      // What somebody else changed meanwhile is theirs; only what was typed here is sent again.
      setFacts((mine) => rebasedFacts(mine, before, factsOf(current, side)));
      setBase(current);
    },
  });
  useUnsaved(changed.length > 0);
  const save = () => {
    if (!mayBeSaved) return;
    const comments = textsOnBoth(side, facts.comments, facts.opponentComments);
    const values = { number, tabMargin, judge: facts.judge.trim(), comments, ranks: facts.ranks };
    const fields = changed.map((field) => (field === 'opponentComments' ? 'comments' : field));
    const sent = Object.fromEntries(fields.map((field) => [field, values[field]]));
    update.send({ schoolId, id: ballot.id, version: base.version, changed: sent });
  };
  return (
    <Page title={`Edit: ${ballotTitle(ballot)}`} intro={roundText(found)}>
      <div className={classes.page}>
        <BallotFactsForm
          facts={facts}
          taken={taken}
          people={useRoundPeople(found)}
          scores={ballot.scores}
          onFacts={(typed) => setFacts((latest) => ({ ...latest, ...typed }))}
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
