// The candidates while raters score: each with what the person has given, and a form that adds more, one name per line.
import { Box, Button, Group, Stack, Textarea } from '@mantine/core';
import type { Dispatch, SetStateAction } from 'react';
import { maximumOf, totalOf } from '#ballot/score.ts';
import type { Candidate, TryOutDetails } from '#contract/try-outs.ts';
import { ListSection } from '#web/components/table/list-section.tsx';
import { ConfirmedButton } from '#web/forms/confirmed-button.tsx';
import { Section } from '#web/components/ui/section.tsx';
import { Form } from '#web/forms/form.tsx';
import { sentences } from '#web/forms/form-words.ts';
import { useSeasonDialog } from '#web/records/season-address.ts';
import { calls } from '#web/server/calls.ts';
import { api } from '#web/server/query-client.ts';
import { useChange } from '#web/server/use-change.ts';
import { forgetFormDraft } from '#web/state/drafts.ts';
import { useUnsaved } from '#web/state/unsaved.ts';
import { useSchool } from '#web/state/school.ts';
import { draftOf } from './score-dialog.tsx';

export function CandidateList({ tryOut }: { tryOut: TryOutDetails }) {
  return (
    <ListSection
      title="Candidates"
      empty="None yet."
      nextStep="Add their names below."
      rows={tryOut.candidates}
      row={(candidate) => <CandidateRow tryOut={tryOut} candidate={candidate} />}
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
      <Box flex="1 1 12rem">
        {name}
        <span className="facts">
          {own
            ? `You gave ${totalOf<string>(tryOut.sheet, own, 'p')} of ${maximumOf(tryOut.sheet, 'p')} points`
            : 'Not scored by you yet'}
        </span>
      </Box>
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
          removesRow
          change={{
            send: () => calls.tryOuts.removeCandidate({ schoolId, id }),
            ...sentences('Candidate', 'removed', 'remove'),
            heldBack: [api.tryOuts.key()],
            afterwards: () => forgetFormDraft(draftOf(id)),
          }}
        >
          All raters’ scores for this candidate are deleted, too. This can’t be undone.
        </ConfirmedButton>
      </Group>
    </>
  );
}

const namesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

interface AddCandidatesProps {
  tryOutId: string;
  names: string;
  setNames: Dispatch<SetStateAction<string>>;
}

export function AddCandidates({ tryOutId, names, setNames }: AddCandidatesProps) {
  const { schoolId } = useSchool();
  useUnsaved(names !== '');
  const add = useChange({
    send: (sent: string) => calls.tryOuts.addCandidates({ schoolId, tryOutId, names: namesIn(sent) }),
    ...sentences('Candidates', 'added', 'add'),
    // What was typed meanwhile stays.
    onDone: (_, sent) => setNames((now) => (now === sent ? '' : now)),
  });
  return (
    <Section id="add-candidates" className="card screen-only" title="Add candidates">
      <Stack
        component={Form}
        gap="sm"
        maw="28rem"
        mt="sm"
        onSubmit={() => namesIn(names).length > 0 && add.send(names)}
      >
        <Textarea
          label="Names"
          description="One per line. Names that are already there are skipped."
          rows={4}
          value={names}
          onChange={(event) => setNames(event.currentTarget.value)}
        />
        <div>
          <Button type="submit" loading={add.isPending}>
            Add
          </Button>
        </div>
      </Stack>
    </Section>
  );
}
