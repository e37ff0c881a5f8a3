// The candidates while raters score, each with what the person has given.
import { Button, Group } from '@mantine/core';
import { maximumOf, totalOf } from '#ballot/score.ts';
import type { Candidate, TryOutDetails } from '#contract/try-outs.ts';
import { ListSection } from '#web/components/table/list-section.tsx';
import { ConfirmedButton } from '#web/forms/confirmed-button.tsx';
import { sentences } from '#web/forms/form-words.ts';
import { useSeasonDialog } from '#web/records/season-address.ts';
import { calls } from '#web/server/calls.ts';
import { api } from '#web/server/query-client.ts';
import { useSchool } from '#web/state/school.ts';
import classes from './page.module.css';

export function CandidateList({ tryOut }: { tryOut: TryOutDetails }) {
  return (
    <ListSection
      title="Candidates"
      oneColumn
      empty="None yet."
      nextStep="Add their names below."
      rows={tryOut.candidates.map((candidate) => ({
        key: candidate.id,
        content: <CandidateRow tryOut={tryOut} candidate={candidate} />,
      }))}
    />
  );
}

function CandidateRow({ tryOut, candidate }: { tryOut: TryOutDetails; candidate: Candidate }) {
  const { schoolId } = useSchool();
  const { open } = useSeasonDialog();
  const { id, name } = candidate;
  // While it is open, the only scores are the person's own.
  const own = tryOut.ratings.find(({ candidateId }) => candidateId === id)?.scores;
  return (
    <>
      <div className={classes.name}>
        {name}
        <span className="facts">
          {own
            ? `You gave ${totalOf<string>(tryOut.sheet, own, 'p')} of ${maximumOf(tryOut.sheet, 'p')} points`
            : 'Not scored by you yet'}
        </span>
      </div>
      <Group gap="xs" my="0.25rem">
        <Button
          size="compact-sm"
          {...(own && { variant: 'default' })}
          aria-label={own ? `Edit scores of ${name}` : `Score ${name}`}
          onClick={() => open('edit', id)}
        >
          {own ? 'Edit scores' : 'Score'}
        </Button>
        <ConfirmedButton
          size="compact-sm"
          label="Remove"
          aria-label={`Remove ${name}`}
          title={`Remove candidate (${name})`}
          confirmLabel="Remove"
          removesRow
          change={{
            send: () => calls.tryOuts.removeCandidate({ schoolId, id }),
            ...sentences('Candidate', 'removed', 'remove'),
            heldBack: [api.tryOuts.key()],
          }}
        >
          All raters’ scores for this candidate are deleted, too. This can’t be undone.
        </ConfirmedButton>
      </Group>
    </>
  );
}
