// The ballot processor: a photo in, the checked scores out. Nothing of it is kept on the server.
import { Alert, Button, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { checkText, doubtfulTexts, doubtsOf, nextInDoubt } from '#ballot/doubts.ts';
import { errorText } from '#ballot/extracted.ts';
import { recognitionLabel, SCORE_FIELDS, type ScoreField, type TextField } from '#ballot/form.ts';
import { fileRefusal, IMAGE_ENDINGS } from '#ballot/photo-file.ts';
import { Icon } from '#web/art/icons.tsx';
import { messageOf } from '#web/calls.ts';
import { BetaWatermark } from '#web/components/beta-watermark.tsx';
import { ButtonLink } from '#web/components/links.tsx';
import { Page } from '#web/components/page.tsx';
import { PRODUCT } from '#web/product.ts';
import { api } from '#web/query-client.ts';
import classes from './ballot.module.css';
import { BasicInformation } from './ballot/basic-information.tsx';
import { useKeptBallot } from './ballot/kept-ballot.ts';
import { KeptHere, Leave } from './ballot/leave.tsx';
import { usePhoto } from './ballot/photo.ts';
import { PhotoViewer } from './ballot/photo-viewer.tsx';
import { ProcessingOverlay } from './ballot/processing-overlay.tsx';
import { goTo } from './ballot/score-cell.tsx';
import { ScoresTable } from './ballot/scores-table.tsx';
import { Upload } from './ballot/upload.tsx';

export function BallotPage() {
  const kept = useKeptBallot();
  const { form, extracted } = kept;
  const [file, setFile] = useState<File | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [current, setCurrent] = useState<ScoreField | null>(null);
  const photo = usePhoto(file);
  const recognition = useMutation(
    api.ballots.recognize.mutationOptions({
      onSuccess: (read, { image }) => {
        kept.take(read, image);
        setCurrent(null);
      },
      // The form keeps what it had.
      onError: (failure) => setError(errorText(messageOf(failure))),
    }),
  );

  const read = (chosen: File): void => {
    const refusal = fileRefusal(chosen);
    setError(refusal === null ? null : errorText(refusal));
    if (refusal !== null) return;
    setFile(chosen);
    recognition.mutate({ image: chosen });
  };
  const clear = (): void => {
    kept.clear();
    setFile(null);
    setError(null);
    setCurrent(null);
  };

  const doubts = doubtsOf({ scores: form.ballot, fields: extracted?.fields ?? null, checked: form.checked });
  const toCheck = checkText(doubts.size);
  // Of another photo, say one that was refused, they would be wrong pieces beside the scores.
  const hasBoxes = file !== null && file === kept.readFrom;
  const boxOf = (field: ScoreField) => (hasBoxes ? extracted?.fields[recognitionLabel(field)]?.box : undefined);
  const setCell = (field: ScoreField, score: number) =>
    kept.change({
      ...form,
      ballot: { ...form.ballot, [field]: score },
      checked: { ...form.checked, [field]: 'typed' },
    });
  const setText = (field: TextField, text: string) =>
    kept.change({ ...form, ballot: { ...form.ballot, [field]: text }, checked: { ...form.checked, [field]: 'typed' } });
  const confirm = (field: ScoreField) => kept.change({ ...form, checked: { ...form.checked, [field]: 'confirmed' } });

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
        <Upload endings={IMAGE_ENDINGS} disabled={recognition.isPending} fileName={file?.name ?? null} onFile={read} />
        {error !== null && (
          <Alert color="red" role="alert" icon={<Icon name="alert" />} className={classes.error}>
            {error}
          </Alert>
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
            <BasicInformation
              ballot={form.ballot}
              doubts={doubtfulTexts(extracted?.fields ?? null, form.checked)}
              onText={setText}
            />
            <section aria-labelledby="scores">
              <div className={classes.head}>
                <Title order={2} id="scores">
                  Scores
                </Title>
                <output className={classes.toCheck}>
                  {toCheck !== null && <Icon name="alert" size={16} />}
                  {toCheck ?? (extracted ? 'Nothing left to check' : '')}
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
          <Button variant="default" disabled={extracted === null} onClick={kept.resetToExtracted}>
            Reset to Extracted Data
          </Button>
          <Button variant="default" onClick={clear}>
            Reset to Default
          </Button>
        </div>
        <Leave ballot={form.ballot} />
        <KeptHere kept={kept.somethingIsKept} onClear={clear} />
      </div>
      {recognition.isPending && <ProcessingOverlay />}
    </Page>
  );
}
