// The ballot processor: a photo in, the checked scores out. Nothing of it is kept on the server.
import { Button, Title } from '@mantine/core';
import { ORPCError } from '@orpc/client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { checkText, doubtfulTexts, doubtsOf, nextInDoubt } from '#ballot/doubts.ts';
import { errorText } from '#ballot/extracted.ts';
import { recognitionLabel, SCORE_FIELDS, type ScoreField, type TextField } from '#ballot/form.ts';
import { fileRefusal, IMAGE_ENDINGS } from '#ballot/photo-file.ts';
import { Icon } from '#web/art/icons.tsx';
import { messageOf } from '#web/server/calls.ts';
import { BetaWatermark } from '#web/components/beta-watermark.tsx';
import { ButtonLink } from '#web/components/links.tsx';
import { Page } from '#web/components/page.tsx';
import { PRODUCT } from '#web/components/product.ts';
import { api, isFinal, showSuccess } from '#web/server/query-client.ts';
import { currentSession } from '#web/state/session.ts';
import classes from './page.module.css';
import { BasicInformation } from './basic-information.tsx';
import { useKeptBallot } from './kept-ballot.ts';
import { KeptHere, Leave } from './leave.tsx';
import { usePhoto } from './photo.ts';
import { PhotoViewer } from './photo-viewer.tsx';
import { ProcessingOverlay } from './processing-overlay.tsx';
import { goTo } from './score-cell.tsx';
import { ScoresTable } from './scores-table.tsx';
import { Upload } from './upload.tsx';

export function BallotPage() {
  const kept = useKeptBallot();
  const { form, extracted } = kept;
  const [file, setFile] = useState<File | null>(null);
  /** What went wrong, and the photo that may be read all the same in a moment. */
  const [failure, setFailure] = useState<{ text: string; again: File | null } | null>(null);
  const [current, setCurrent] = useState<ScoreField | null>(null);
  const [typing, setTyping] = useState<ScoreField | null>(null);
  const recognition = useMutation(
    api.ballots.recognize.mutationOptions({
      onMutate: () => ({ reader: currentSession().me?.id }),
      onSuccess: (read, { image }, { reader }) => {
        // Whoever has signed out meanwhile leaves nothing here.
        if (currentSession().me?.id !== reader) return;
        replace('Another ballot was read.', () => kept.take(read, image));
      },
      // The form keeps what it had.
      onError: (error, { image }) =>
        setFailure({
          text: errorText(messageOf(error)),
          again: (error instanceof ORPCError && isFinal(error)) || !(image instanceof File) ? null : image,
        }),
    }),
  );
  // Beside the form stands the photo that it was read from, not one that was refused or that another tab's form replaced.
  const shown = recognition.isPending || extracted === null ? file : kept.readFrom;
  const photo = usePhoto(shown);

  const read = (chosen: File): void => {
    const refusal = fileRefusal(chosen);
    setFailure(refusal === null ? null : { text: errorText(refusal), again: null });
    if (refusal !== null) return;
    setFile(chosen);
    recognition.mutate({ image: chosen });
  };
  const clear = (): void => {
    kept.clear();
    setFile(null);
    setFailure(null);
    setCurrent(null);
  };
  /** Puts something else into the form. What a person had entered or checked there can be taken back for a moment. */
  const replace = (said: string, put: () => void): void => {
    const { somethingIsEntered, putBack } = kept;
    const person = currentSession().me?.id;
    put();
    setCurrent(null);
    if (!somethingIsEntered) return;
    showSuccess(said, () => {
      if (currentSession().me?.id !== person) return;
      putBack();
      setFile(kept.readFrom);
    });
  };

  const doubts = doubtsOf({ scores: form.ballot, fields: extracted?.fields ?? null, checked: form.checked, typing });
  const texts = doubtfulTexts(extracted?.fields ?? null, form.checked);
  const toCheck = checkText(doubts.size);
  // Without the photo there is nothing that they are places of.
  const hasBoxes = shown !== null && shown === kept.readFrom;
  const boxOf = (field: ScoreField) => (hasBoxes ? extracted?.fields[recognitionLabel(field)]?.box : undefined);
  const setCell = (field: ScoreField, score: number) => {
    setTyping(field);
    kept.change({
      ...form,
      ballot: { ...form.ballot, [field]: score },
      checked: { ...form.checked, [field]: 'typed' },
    });
  };
  const setText = (field: TextField, text: string) =>
    kept.change({ ...form, ballot: { ...form.ballot, [field]: text }, checked: { ...form.checked, [field]: 'typed' } });
  const confirm = (field: ScoreField | TextField) =>
    kept.change({ ...form, checked: { ...form.checked, [field]: 'confirmed' } });

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
      <div className={classes.page}>
        <div className={classes.notes}>
          <p>This process is AI-assisted, but no data is stored after being processed.</p>
          <p>
            Extracted numbers may be incorrect. Please verify against your copy of the ballot and adjust where
            necessary.
          </p>
        </div>
        <Upload endings={IMAGE_ENDINGS} disabled={recognition.isPending} fileName={shown?.name ?? null} onFile={read} />
        {failure && (
          <div role="alert" className={classes.error}>
            <Icon name="alert" />
            <p>{failure.text}</p>
            {failure.again && (
              <Button variant="default" size="xs" onClick={() => failure.again && read(failure.again)}>
                Try again
              </Button>
            )}
          </div>
        )}
        <div className={classes.desk} data-photo={photo !== null || undefined}>
          {photo && (
            <div className={classes.picture}>
              <PhotoViewer
                photo={photo}
                box={current === null ? undefined : boxOf(current)}
                upright={boxOf(SCORE_FIELDS[0] ?? 'pOpen')}
              />
            </div>
          )}
          <div className={classes.form}>
            <BasicInformation ballot={form.ballot} doubts={texts} onText={setText} onConfirm={confirm} />
            <section aria-labelledby="scores">
              <div className={classes.head}>
                <Title order={2} id="scores">
                  Scores
                </Title>
                <output className={classes.toCheck} data-open={toCheck !== null || undefined}>
                  {toCheck !== null && <Icon name="alert" size={16} />}
                  {toCheck ?? (extracted ? (texts.size > 0 ? 'No score left to check' : 'Nothing left to check') : '')}
                </output>
                {toCheck !== null && (
                  <Button size="xs" variant="light" onClick={() => goTo(nextInDoubt(doubts.keys(), current))}>
                    Next
                  </Button>
                )}
              </div>
              <ScoresTable
                ballot={form.ballot}
                doubts={doubts}
                boxOf={boxOf}
                photo={photo}
                onPaper={form.onPaper}
                onScore={setCell}
                onConfirm={confirm}
                onCell={setCurrent}
                onLeaveCell={() => setTyping(null)}
                onTotalOnPaper={(side, entered) =>
                  kept.change({ ...form, onPaper: { ...form.onPaper, [side]: entered } })
                }
              />
            </section>
          </div>
        </div>
        <div className={classes.resets}>
          <Button variant="default" onClick={() => console.log(extracted)}>
            View Raw Data in Console
          </Button>
          <Button
            variant="default"
            disabled={extracted === null}
            onClick={() => replace('The form is as it was read.', kept.resetToExtracted)}
          >
            Reset to Extracted Data
          </Button>
          <Button variant="default" onClick={() => replace('The form is empty again.', clear)}>
            Reset to Default
          </Button>
        </div>
        <Leave ballot={form.ballot} toCheck={[...doubts.keys()]} />
        <KeptHere kept={kept.somethingIsKept} onClear={clear} />
      </div>
      {recognition.isPending && <ProcessingOverlay />}
    </Page>
  );
}
