// The printable ballot, whose photos read best, for anyone without forms of their own.
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { COURTSIDE_A4, COURTSIDE_LETTER } from '#ballot/courtside-layout.ts';
import { Choice } from '#web/components/forms/choice.tsx';
import { ButtonLink } from '#web/components/ui/links.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { useCases } from '#web/records/queries.ts';
import { useSession } from '#web/state/session.ts';
import classes from './page.module.css';
import { BallotSheet, type FilledFields } from './ballot-sheet.tsx';

const PAPERS = { Letter: COURTSIDE_LETTER, A4: COURTSIDE_A4 };
type Paper = keyof typeof PAPERS;
const PAPER_OPTIONS = (Object.keys(PAPERS) as Paper[]).map((paper) => ({ value: paper, label: paper }));
/** The most letters that stay legible in each box. */
const FIELDS = [
  ['pTeam', 'P Team', 24],
  ['dTeam', 'D Team', 24],
  ['round', 'Round', 3],
  ['judgeName', 'Judge Name', 40],
] as const;

/** Letter where it is the usual paper, A4 everywhere else. */
const usualPaper = (): Paper => (/-(US|CA|MX|PH)$/.test(navigator.language) ? 'Letter' : 'A4');

export function BlankBallotPage() {
  const { me } = useSession();
  const [paper, setPaper] = useState<Paper>(usualPaper);
  const [filled, setFilled] = useState<FilledFields>({ pTeam: '', dTeam: '', round: '', judgeName: '', caseName: '' });
  const cases = useCases();
  const caseNames = [...new Set((cases.data ?? []).map(({ name }) => name))];
  const caseOptions = [{ value: '', label: 'None' }, ...caseNames.map((name) => ({ value: name, label: name }))];
  return (
    <div className={classes.page}>
      <Page
        title="Print a blank ballot"
        intro="Print at actual size (100%), have a judge fill it in, and photograph the whole sheet with all four corner marks."
        actions={
          <>
            {me?.isSuperAdmin && (
              <ButtonLink to="/admin-test" variant="default">
                Back to Ballot Processor
              </ButtonLink>
            )}
            <Button onClick={() => print()}>Print</Button>
          </>
        }
      >
        <div className={classes.choices}>
          <Choice label="Paper" options={PAPER_OPTIONS} value={paper} onChoose={setPaper} />
          <Choice
            label="Case (optional)"
            options={caseOptions}
            value={filled.caseName}
            onChoose={(caseName) => setFilled({ ...filled, caseName })}
          />
          {FIELDS.map(([field, label, maxLength]) => (
            <TextInput
              key={field}
              label={`${label} (optional)`}
              maxLength={maxLength}
              autoComplete="off"
              value={filled[field]}
              onChange={(event) => setFilled({ ...filled, [field]: event.currentTarget.value })}
            />
          ))}
        </div>
        <BallotSheet layout={PAPERS[paper]} filled={filled} className={paper === 'A4' ? classes.a4 : classes.letter} />
      </Page>
    </div>
  );
}
