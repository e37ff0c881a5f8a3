// The form and what was extracted, as this browser keeps them until a reset or sign-out. The picture is never kept.
import { useMemo, useState } from 'react';
import type { Checked } from '#ballot/doubts.ts';
import { ballotFrom, ballotFromKept, extractedFromKept, type Extracted } from '#ballot/extracted.ts';
import type { Ballot, Side } from '#ballot/form.ts';
import { useRemembered } from '#web/state/remembered.ts';

export type BallotForm = {
  ballot: Ballot;
  checked: Checked;
  /** The totals as the judge wrote them, as entered; '' when not entered. */
  onPaper: Record<Side, string>;
};

const UNTOUCHED = { checked: {}, onPaper: { p: '', d: '' } };
const formOf = (extracted: Extracted | null): BallotForm => ({
  ballot: ballotFrom(extracted?.fields ?? {}),
  ...UNTOUCHED,
});

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    // Something else wrote there, or only a part of it: then nothing was kept.
    return null;
  }
}

function formFromKept(text: string): BallotForm {
  const kept = parsed(text) as Partial<BallotForm> | null;
  const onPaper = (side: Side): string => {
    const entered: unknown = kept?.onPaper?.[side];
    return typeof entered === 'string' ? entered : '';
  };
  return { ballot: ballotFromKept(kept), checked: kept?.checked ?? {}, onPaper: { p: onPaper('p'), d: onPaper('d') } };
}
/** The ballot's own fields lie at the top, as the specification lists them; what one has checked lies beside them. */
const asKept = ({ ballot, checked, onPaper }: BallotForm): string => JSON.stringify({ ...ballot, checked, onPaper });

export function useKeptBallot() {
  const [keptForm, keepForm] = useRemembered('ballotForm');
  const [keptExtracted, keepExtracted] = useRemembered('ballotExtractedData');
  const [source, setSource] = useState<{ photo: File; text: string } | null>(null);
  const extracted = useMemo(() => extractedFromKept(parsed(keptExtracted)), [keptExtracted]);
  const form = useMemo(() => (keptForm === null ? formOf(extracted) : formFromKept(keptForm)), [keptForm, extracted]);

  // Whenever the extracted data changes, the form follows it: whoever changes the one writes the other. Not whoever hears of it:
  // a tab that was asleep would put what was extracted over what another tab has corrected since.
  return {
    form,
    extracted,
    /** The photo that was read, while this page still has it: after a reload, or a reading in another tab, it is not known. */
    readFrom: source?.text === keptExtracted ? source.photo : null,
    change: (next: BallotForm) => keepForm(asKept(next)),
    take: (read: Extracted, photo: File) => {
      const text = JSON.stringify(read);
      setSource({ photo, text });
      keepExtracted(text);
      // The same photo twice extracts the same data, and still starts afresh.
      keepForm(asKept(formOf(read)));
    },
    resetToExtracted: () => keepForm(asKept(formOf(extracted))),
    clear: () => {
      keepExtracted(null);
      keepForm(null);
    },
    somethingIsKept: keptForm !== null || keptExtracted !== null,
    /** Whether a person has entered or checked anything, which a reset or another photo takes away. */
    somethingIsEntered: Object.keys(form.checked).length > 0 || form.onPaper.p !== '' || form.onPaper.d !== '',
    /** Makes all of it what it is now, for whoever takes a reset back later. */
    putBack: () => {
      keepExtracted(keptExtracted);
      keepForm(keptForm);
      setSource(source);
    },
  };
}
