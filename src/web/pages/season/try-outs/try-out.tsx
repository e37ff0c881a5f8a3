// One try-out: while raters score, the candidates and the person's own scores; once it has ended, the estimates.
import { Group, Stack } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState, type ComponentProps } from 'react';
import type { TryOutDetails } from '#contract/try-outs.ts';
import { ButtonLink } from '#web/components/ui/links.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { counted, dayText, listText } from '#web/format.ts';
import { ConfirmedButton } from '#web/forms/confirmed-button.tsx';
import { sentences } from '#web/forms/form-words.ts';
import { useOpened, useSeasonDialog } from '#web/records/season-address.ts';
import { calls } from '#web/server/calls.ts';
import { api } from '#web/server/query-client.ts';
import { useLoad } from '#web/server/use-load.ts';
import { useSchool } from '#web/state/school.ts';
import { forgetFormDraft } from '#web/state/drafts.ts';
import { readFromTitle } from '#web/state/title-focus.ts';
import { RecordPage } from '#web/records/record-page.tsx';
import { AddCandidates, CandidateList } from './candidate-list.tsx';
import { Results } from './results.tsx';
import { draftOf, ScoreDialog } from './score-dialog.tsx';

export default function TryOutPage() {
  const { tryOutId = '' } = useParams({ strict: false });
  const { schoolId } = useSchool();
  const { dialog } = useSeasonDialog();
  const loaded = useLoad(api.tryOuts.details, 'Failed to load the try-out', { schoolId, id: tryOutId });
  const [names, setNames] = useState('');
  // Also when a colleague deletes it.
  const open = useOpened(loaded.data ?? undefined, names !== '' || dialog === 'edit' ? tryOutId : undefined);
  return (
    <RecordPage what="try-out" of={open ? { ...loaded, data: open } : loaded}>
      {(tryOut) => <Shown tryOut={tryOut} names={names} setNames={setNames} />}
    </RecordPage>
  );
}

type Names = Pick<ComponentProps<typeof AddCandidates>, 'names' | 'setNames'>;

function Shown({ tryOut, names, setNames }: { tryOut: TryOutDetails } & Names) {
  const { dialog, of } = useSeasonDialog();
  const isOpen = tryOut.endedAt === null;
  const found = dialog === 'edit' && isOpen ? tryOut.candidates.find(({ id }) => id === of) : undefined;
  // Also when the try-out ends.
  const toScore = useOpened(found, dialog === 'edit' ? of : undefined);
  return (
    <Page
      title={tryOut.name}
      narrow
      intro={
        isOpen
          ? `You see only your own scores until somebody ends this try-out. Everything here is deleted after ${dayText(tryOut.deleteAfter)}.`
          : `This try-out has ended. Everything here is deleted after ${dayText(tryOut.deleteAfter)}.`
      }
      actions={<Actions tryOut={tryOut} />}
    >
      <Stack gap="lg">
        <p>{progressText(tryOut)}</p>
        {isOpen ? <CandidateList tryOut={tryOut} /> : <Results tryOut={tryOut} />}
        {(isOpen || names !== '') && <AddCandidates tryOutId={tryOut.id} names={names} setNames={setNames} />}
      </Stack>
      {toScore && <ScoreDialog key={toScore.id} tryOut={tryOut} candidate={toScore} />}
    </Page>
  );
}

/** "Scored so far, of 12 candidates: Kim Roe 2 and Sue Lee 1." */
function progressText({ raters, candidates, endedAt }: TryOutDetails): string {
  if (raters.length === 0) return endedAt === null ? 'No candidate has been scored yet.' : 'No candidate was scored.';
  const of = counted(candidates.length, 'candidate');
  return `Scored${endedAt === null ? ' so far' : ''}, of ${of}: ${listText(raters.map(({ name, rated }) => `${name} ${rated}`))}.`;
}

function Actions({ tryOut }: { tryOut: TryOutDetails }) {
  const { schoolId } = useSchool();
  const navigate = useNavigate();
  return (
    <Group gap="xs">
      <ButtonLink to="/season/try-outs" variant="default">
        All try-outs
      </ButtonLink>
      {tryOut.endedAt === null && (
        <ConfirmedButton
          label="End scoring"
          title="End scoring"
          isDangerous={false}
          change={{
            send: () => calls.tryOuts.end({ schoolId, id: tryOut.id }),
            ...sentences('Try-out', 'ended', 'end'),
            heldBack: [api.tryOuts.key()],
            onDone: readFromTitle,
          }}
        >
          Nobody can score, correct scores or add candidates afterwards, and all staff see everybody’s scores. This is
          final.
        </ConfirmedButton>
      )}
      <ConfirmedButton
        label="Delete"
        title={`Delete try-out (${tryOut.name})`}
        change={{
          send: () => calls.tryOuts.remove({ schoolId, id: tryOut.id }),
          ...sentences('Try-out', 'deleted', 'delete'),
          heldBack: [api.tryOuts.key()],
          onDone: () => void navigate({ to: '/season/try-outs', replace: true }),
          afterwards: () => tryOut.candidates.forEach(({ id }) => forgetFormDraft(draftOf(id))),
        }}
      >
        Its candidates and all their scores are deleted for good. Candidates whom you have added to your roster stay on
        it.
      </ConfirmedButton>
    </Group>
  );
}
