// Keeping a checked ballot in a school's season book. Reading stores nothing; this is a separate act of a person.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { wasRead, type Extracted } from '#ballot/extracted.ts';
import { recognitionLabel, SCORE_FIELDS } from '#ballot/form.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { refOf } from '#ballot/sheet/sheet.ts';
import type { KeptBallot, KeptScores } from '#contract/kept-ballots.ts';
import { Warning } from '#web/components/dialogs/delete-dialog.tsx';
import { LoadFailed } from '#web/components/feedback/load-failed.tsx';
import { SearchChoice } from '#web/components/forms/search-choice.tsx';
import { Modal } from '#web/components/dialogs/modal.tsx';
import { newId } from '#web/forms/use-add.ts';
import { usePlace } from '#web/records/round-choice.tsx';
import { useBook } from '#web/records/queries.ts';
import { useSeasonRounds } from '#web/records/season-rounds.ts';
import { calls, messageOf } from '#web/server/calls.ts';
import { failureOf } from '#web/server/loaded.tsx';
import { loadFailure } from '#web/server/query-client.ts';
import { searchSchools, useServerChoice } from '#web/forms/use-server-choice.ts';
import { useChange } from '#web/server/use-change.ts';
import { OfSchool, useSchool } from '#web/state/school.ts';
import type { BallotForm } from './stored-ballot.ts';

type Keeping = Pick<KeptBallot, 'judge' | 'source' | 'scores'> & { id: string };

/** The scores to keep: a cell that nobody has read, typed or confirmed is not read. */
const scoresOf = ({ scores, checked }: BallotForm, extracted: Extracted | null): KeptScores =>
  Object.fromEntries(
    SCORE_FIELDS.map((field) => {
      const isKnown = checked[field] !== undefined || wasRead(extracted?.fields[recognitionLabel(field)]);
      return [field, isKnown ? scores[field] : null];
    }),
  );

interface KeepInSeasonProps {
  form: BallotForm;
  extracted: Extracted | null;
  /** How many scores are still to check. */
  toCheck: number;
}

/** The button beside the export. */
export function KeepInSeason({ form, extracted, toCheck }: KeepInSeasonProps) {
  const [open, setOpen] = useState(false);
  // A ballot that is sent twice is kept once; after it is kept, the next one gets another id.
  const [id, setId] = useState(newId);
  const scores = scoresOf(form, extracted);
  const isEmpty = Object.values(scores).every((score) => score === null);
  return (
    <>
      <Button variant="default" disabled={toCheck > 0 || isEmpty} onClick={() => setOpen(true)}>
        Save in a season …
      </Button>
      {open && (
        <Modal title="Save in a season" onClose={() => setOpen(false)}>
          <ChooseSchool
            keeping={{ id, scores, judge: form.texts.judgeName.trim(), source: extracted ? 'photo' : 'typed' }}
            onDone={() => setOpen(false)}
            onKept={(kept) => setId((now) => (now === kept ? newId() : now))}
          />
        </Modal>
      )}
    </>
  );
}

function ChooseSchool(props: IntoSchoolProps) {
  const { chosen, field } = useServerChoice(searchSchools);
  return (
    <Stack gap="sm">
      <Text fz="sm" c="dimmed" flex="1 1 12rem">
        Only this ballot’s scores and judge’s name are stored, in the school that you choose. The photo is not.
      </Text>
      <SearchChoice label="School" placeholder="Search for a school" {...field} nothingFound="No schools found" />
      {chosen && (
        <OfSchool key={chosen.value} value={chosen.value}>
          <IntoSchool {...props} />
        </OfSchool>
      )}
    </Stack>
  );
}

interface IntoSchoolProps {
  keeping: Keeping;
  onDone: () => void;
  /** The ballot with this id is kept, whatever dialog is open by then. */
  onKept: (id: string) => void;
}

function IntoSchool({ keeping, onDone, onKept }: IntoSchoolProps) {
  const { schoolId, may } = useSchool();
  const book = useBook();
  const handOver = useChange({
    send: calls.keptBallots.handOver,
    done: 'Ballot handed over to the school',
    failed: 'Failed to hand over ballot',
    isShownInPlace: () => true,
    onDone,
    afterwards: (_kept, { id }) => onKept(id),
  });
  const bookFailure = loadFailure(book);
  if (bookFailure) return <LoadFailed what="the school’s season book" {...bookFailure} />;
  if (book.data === undefined) return null;
  if (!book.data?.keepsBallots) {
    return <Warning>This school doesn’t keep ballots. Its Primary Admin can turn that on under “Season book”.</Warning>;
  }
  const isStaff = may('create', 'keptBallot');
  return (
    <>
      {isStaff && <IntoRound keeping={keeping} onDone={onDone} onKept={onKept} />}
      {handOver.error && <Warning>{messageOf(handOver.error)} The ballot is still on this page.</Warning>}
      <Group gap="xs" justify="flex-end">
        <Text fz="sm" c="dimmed" flex="1 1 12rem">
          The school’s Admins choose its round.
        </Text>
        <Button
          variant={isStaff ? 'default' : 'filled'}
          loading={handOver.isPending}
          onClick={() => handOver.send({ schoolId, ...keeping })}
        >
          Hand over
        </Button>
      </Group>
    </>
  );
}

const NO_DETAILS = {
  sheet: refOf(COLLEGE_28),
  tabMargin: null,
  comments: {},
  ranks: { attorney: [], witness: [] },
};

/** For a super admin who belongs to the school's staff: straight into a round. */
function IntoRound({ keeping, onDone, onKept }: IntoSchoolProps) {
  const { schoolId } = useSchool();
  const loading = useSeasonRounds();
  const failure = failureOf([loading]);
  const { place, fields } = usePlace(loading.data ?? []);
  const keep = useChange({
    send: calls.keptBallots.keep,
    done: 'Ballot saved',
    failed: 'Failed to save ballot',
    isShownInPlace: () => true,
    onDone,
    afterwards: (_kept, { id }) => onKept(id),
  });
  return (
    <>
      {failure && <LoadFailed what="the school’s rounds" {...failure} />}
      {fields}
      {keep.error && <Warning>{messageOf(keep.error)} The ballot is still on this page.</Warning>}
      <Group gap="xs" justify="flex-end">
        <Button
          loading={keep.isPending}
          disabled={place === null}
          onClick={() => place && keep.send({ schoolId, ...keeping, ...place, ...NO_DETAILS })}
        >
          Save in this round
        </Button>
      </Group>
    </>
  );
}
