// The ballot processor: reads the scores from a photo, for a person to check and export. The server stores nothing.
import { Button, Group, Stack } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { doubtfulTexts } from '#ballot/doubts.ts';
import { errorText, TWO_BALLOTS, type WhichBallot } from '#ballot/extracted.ts';
import { SCORE_FIELDS, type TextField } from '#ballot/form.ts';
import { fileRefusal } from '#ballot/photo-file.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { isRefusal, messageOf } from '#web/server/calls.ts';
import { ScoreEditor } from '#web/ballots/score-editor.tsx';
import { useScoring, withConfirmed } from '#web/ballots/scored.ts';
import { BetaWatermark } from '#web/components/ui/beta-watermark.tsx';
import { ButtonLink } from '#web/components/ui/links.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { PRODUCT } from '#web/product.ts';
import { focusScore } from '#web/ballots/score-grid/score-cell.tsx';
import { showSuccess } from '#web/server/query-client.ts';
import { useChange } from '#web/server/use-change.ts';
import { BasicInformation, focusText } from './basic-information.tsx';
import { ExportSection, SavedSection } from './export-section.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { usePhoto } from '#web/ballots/photo/photo.ts';
import { KeepInSeason } from './keep-in-season.tsx';
import { PrintedHeading } from './printed-heading.tsx';
import { ProcessingOverlay } from './processing-overlay.tsx';
import { ballotOf, useStoredBallot } from './stored-ballot.ts';
import { prepareToRecognize, recognize } from '#web/server/recognize.ts';
import { Upload } from '#web/ballots/photo/upload.tsx';
import { WhereToRead } from '#web/ballots/photo/where-to-read.tsx';

/** Which ballot the scores on the screen are from. Null for an empty form. */
function scoresFrom({ extracted, photoName, isStored }: ReturnType<typeof useStoredBallot>): string | null {
  if (extracted) return `The scores below are still from ${photoName ?? 'the ballot you uploaded earlier'}.`;
  return isStored ? 'The scores below are the ones you entered.' : null;
}

export default function BallotPage() {
  const stored = useStoredBallot();
  const { form, extracted } = stored;
  const ballot = ballotOf(form);
  const fields = extracted?.fields ?? null;
  const scoring = useScoring({
    sheet: COLLEGE_28,
    ballot: form,
    change: stored.change,
    read: fields,
    mayStayEmpty: false,
  });
  const [file, setFile] = useState<File | null>(null);
  /** Why the last photo failed, and the photo if it is worth another try or shows two ballots. */
  const [failure, setFailure] = useState<{ text: string; retry?: File | null; two?: File | null } | null>(null);
  const reading = useRef<AbortController>(null);
  const recognition = useChange({
    send: (sent: { image: File; ballot: WhichBallot | undefined }) => {
      reading.current = new AbortController();
      return recognize({ ...sent, signal: reading.current.signal });
    },
    failed: 'Failed to read the ballot',
    isShownInPlace: () => true,
    onDone: (read, { image }) => replace('Another ballot was read.', () => stored.accept(read, image)),
    // The form keeps its scores.
    onRefused: (error, { image }) => {
      if (reading.current?.signal.aborted) return setFile(null);
      setFailure({
        text: errorText(messageOf(error)),
        retry: isRefusal(error) ? null : image,
        two: messageOf(error) === TWO_BALLOTS ? image : null,
      });
    },
  });
  // Beside the form is the photo that it was read from, not one that was refused or that another tab has replaced.
  const shown = recognition.isPending || extracted === null ? file : stored.readFrom;
  const photo = usePhoto(shown);

  const read = (chosen: File, which?: WhichBallot): void => {
    const refusal = fileRefusal(chosen);
    setFailure(refusal === null ? null : { text: errorText(refusal) });
    if (refusal !== null) return;
    setFile(chosen);
    recognition.send({ image: chosen, ballot: which });
  };
  const clear = (): void => {
    stored.clear();
    setFile(null);
    setFailure(null);
    scoring.onFocus(null);
  };
  /** Replaces the form. For a moment, a person can undo the loss of what they entered, and undo that again. */
  const replace = (message: string, apply: () => void): void => {
    const restore = stored.keep();
    apply();
    scoring.onFocus(null);
    if (restore) showSuccess(message, () => replace('The earlier form is back.', () => setFile(restore())));
  };

  const texts = doubtfulTexts(fields, form.checked);
  const toCheck = [...scoring.doubts.keys()];
  const [doubtfulText] = texts.keys();
  const desk = useDeskAfterReading(recognition.isSuccess ? stored.readFrom : null, () => {
    if (toCheck.length === 0 && doubtfulText) focusText(doubtfulText);
    else focusScore(toCheck[0] ?? SCORE_FIELDS[0] ?? null);
  });
  const enterText = (field: TextField, text: string) =>
    stored.change((latest) => ({
      ...latest,
      texts: { ...latest.texts, [field]: text },
      checked: { ...latest.checked, [field]: 'typed' },
    }));

  const upload = (
    <>
      <Upload
        disabled={recognition.isPending}
        current={extracted && (stored.photoName ?? 'Earlier ballot')}
        onPrepare={() => prepareToRecognize(undefined)}
        onFiles={([chosen]) => chosen && read(chosen)}
      />
      <WhereToRead />
      {failure && (
        <FailureNotice
          text={failure.text}
          scoresFrom={scoresFrom(stored)}
          onRetry={failure.retry ? () => failure.retry && read(failure.retry) : undefined}
          onChoose={failure.two ? (which) => failure.two && read(failure.two, which) : undefined}
        />
      )}
    </>
  );
  return (
    <Page
      title={`${PRODUCT} Ballot Processor`}
      intro="Upload a completed ballot to extract scores"
      actions={
        <ButtonLink to="/admin-test/blank-ballot" variant="default">
          Print a blank ballot
        </ButtonLink>
      }
    >
      <BetaWatermark />
      <Stack gap="md" pos="relative">
        <Stack gap="0.25rem" maw="44rem" className="screen-only quiet">
          <p>This process is AI-assisted, but no data is stored after being processed.</p>
          <p>
            Extracted numbers may be incorrect. Please verify against your copy of the ballot and adjust where
            necessary.
          </p>
        </Stack>
        {!extracted && upload}
        <PrintedHeading ballot={ballot} trial={form.trial} hasDoubts={toCheck.length > 0} />
        <ScoreEditor
          ref={desk}
          scoring={scoring}
          status={!extracted ? '' : texts.size > 0 ? 'All scores checked' : 'Everything checked'}
          hasTotals
          photos={photo ? [{ id: undefined, page: 1, photo }] : []}
          // The boxes are places in the photo that was read, and mean nothing in another.
          read={shown !== null && shown === stored.readFrom ? fields : null}
          above={extracted && upload}
          below={
            <BasicInformation
              ballot={ballot}
              trial={form.trial}
              doubts={texts}
              onText={enterText}
              onConfirm={(field) => stored.change(withConfirmed(field))}
              onTrial={(trial) => stored.change((latest) => ({ ...latest, trial }))}
            />
          }
        />
        <Group gap="xs" className="screen-only fill-on-phones">
          <Button variant="default" onClick={() => console.log(extracted)}>
            View Raw Data in Console
          </Button>
          <Button
            variant="default"
            disabled={extracted === null}
            onClick={() => replace('The form was reset to the extracted data.', stored.resetToExtracted)}
          >
            Reset to Extracted Data
          </Button>
          <Button variant="default" onClick={() => replace('The form was cleared.', clear)}>
            Reset to Default
          </Button>
        </Group>
        <ExportSection checked={{ sheet: COLLEGE_28, ballot, trial: form.trial, toCheck }}>
          <KeepInSeason form={form} extracted={extracted} toCheck={toCheck.length} />
        </ExportSection>
        <SavedSection isStored={stored.isStored} onClear={() => replace('The form was cleared.', clear)} />
      </Stack>
      {recognition.isPending && <ProcessingOverlay onCancel={() => reading.current?.abort()} />}
    </Page>
  );
}

/** Once a photo is read, brings its scores into view and puts the keyboard in the first field to check. */
function useDeskAfterReading(photo: File | null, focusFirst: () => void) {
  const desk = useRef<HTMLDivElement>(null);
  const goToScores = useEffectEvent(() => {
    desk.current?.scrollIntoView({ block: 'start' });
    focusFirst();
  });
  useEffect(() => {
    if (photo !== null) goToScores();
  }, [photo]);
  return desk;
}
