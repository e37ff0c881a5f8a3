// The form and the extracted data, kept in this browser until a reset or sign-out. The photo is never stored.
import { useMemo, useRef, useState } from 'react';
import type { Trial } from '#ballot/export.ts';
import { ballotFrom, ballotFromStored, extractedFromStored, type Extracted } from '#ballot/extracted.ts';
import type { Ballot, Scores, TextField } from '#ballot/form.ts';
import type { Edit, Scored } from '#web/ballots/scored.ts';
import { isoDayOf } from '#web/format.ts';
import { parsed, remembered, useRemembered } from '#web/state/remembered.ts';

export type BallotForm = Scored & {
  scores: Scores;
  texts: Record<TextField, string>;
  trial: Trial;
};

const partsOf = ({ judgeName, pTeam, dTeam, ...scores }: Ballot) => ({ scores, texts: { judgeName, pTeam, dTeam } });
export const ballotOf = ({ texts, scores }: BallotForm): Ballot => ({ ...texts, ...scores });

const formFrom = (extracted: Extracted | null): BallotForm => ({
  ...partsOf(ballotFrom(extracted?.fields ?? {})),
  trial: { caseName: '', date: isoDayOf(new Date()), round: '' },
  checked: {},
  paperTotals: { p: '', d: '' },
});

function formFromStored(text: string): BallotForm {
  const stored = parsed(text) as Partial<BallotForm> | null;
  const empty = formFrom(null);
  return {
    ...partsOf(ballotFromStored(stored)),
    trial: textsFrom(stored?.trial, empty.trial),
    checked: stored?.checked ?? {},
    paperTotals: textsFrom(stored?.paperTotals, empty.paperTotals),
  };
}
/** The texts of `stored`. One that is missing or no text is the default's. */
function textsFrom<Texts extends Record<string, string>>(stored: Partial<Texts> | undefined, defaults: Texts): Texts {
  const entries = Object.entries(defaults).map(([key, text]) => {
    const value: unknown = stored?.[key];
    return [key, typeof value === 'string' ? value : text];
  });
  return Object.fromEntries(entries) as Texts;
}
/** The ballot's own fields are at the top level. */
const toStored = ({ texts, scores, ...rest }: BallotForm): string => JSON.stringify({ ...texts, ...scores, ...rest });

/** The extracted data and the name of its photo, which older versions did not store. */
function readingFromStored(text: string | null): { extracted: Extracted | null; photoName: string | null } {
  const stored = parsed(text) as { photoName?: unknown } | null;
  return {
    extracted: extractedFromStored(stored),
    photoName: typeof stored?.photoName === 'string' ? stored.photoName : null,
  };
}

/** Whether a person entered or checked anything. */
const hasEntries = ({ checked, paperTotals, trial }: BallotForm): boolean =>
  Object.keys(checked).length > 0 || [paperTotals.p, paperTotals.d, trial.round].some((text) => text !== '');

type Source = { photo: File; text: string } | null;

const formIn = (storedForm: string | null, extracted: Extracted | null): BallotForm =>
  storedForm === null ? formFrom(extracted) : formFromStored(storedForm);
/** As it is stored now, which may be newer than what the page has drawn. */
const latestForm = (): BallotForm =>
  formIn(remembered('ballotForm'), readingFromStored(remembered('ballotExtractedData')).extracted);

export function useStoredBallot() {
  const [storedForm, storeForm] = useRemembered('ballotForm');
  const [storedReading, storeReading] = useRemembered('ballotExtractedData');
  const [source, drawSource] = useState<Source>(null);
  /** For an undo, which may come after several renders. */
  const latestSource = useRef<Source>(null);
  const setSource = (next: Source): void => {
    latestSource.current = next;
    drawSource(next);
  };
  const { extracted, photoName } = useMemo(() => readingFromStored(storedReading), [storedReading]);
  const form = useMemo(() => formIn(storedForm, extracted), [storedForm, extracted]);

  // The form follows the extracted data because the code that writes one writes the other. Reacting to changes would
  // let a tab that was asleep overwrite what another tab has corrected since.
  return {
    form,
    extracted,
    /** The name of the photo that the scores were read from, if known. */
    photoName,
    /** The photo that was read. Unknown after a reload, or after a reading in another tab. */
    readFrom: source?.text === storedReading ? source.photo : null,
    change: (edit: Edit<BallotForm>) => storeForm(toStored(edit(latestForm()))),
    accept: (read: Extracted, photo: File) => {
      const text = JSON.stringify({ ...read, photoName: photo.name });
      setSource({ photo, text });
      storeReading(text);
      // Reading the same photo twice extracts the same data and still starts over. The case rarely changes between ballots.
      const { trial, ...next } = formFrom(read);
      storeForm(toStored({ ...next, trial: { ...trial, caseName: latestForm().trial.caseName } }));
    },
    resetToExtracted: () => storeForm(toStored({ ...formFrom(extracted), trial: latestForm().trial })),
    clear: () => {
      storeReading(null);
      storeForm(null);
    },
    isStored: storedForm !== null || storedReading !== null,
    /** Returns the function that brings back the current state, with its photo, if a reset would discard anything of a person. */
    keep: (): (() => File | null) | undefined => {
      const [formText, readingText] = [remembered('ballotForm'), remembered('ballotExtractedData')];
      const from = latestSource.current;
      if (formText === null || !hasEntries(formFromStored(formText))) return undefined;
      return () => {
        storeReading(readingText);
        storeForm(formText);
        setSource(from);
        return from?.text === readingText ? from.photo : null;
      };
    },
  };
}
