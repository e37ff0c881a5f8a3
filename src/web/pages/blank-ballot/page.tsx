// The printable ballot: the form whose photo is read best, for people who have no forms of their own.
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { COURTSIDE_A4, COURTSIDE_LETTER } from '#ballot/courtside-layout.ts';
import { Choice } from '#web/components/choice.tsx';
import { ButtonLink } from '#web/components/links.tsx';
import { Page } from '#web/components/page.tsx';
import classes from './page.module.css';
import { BallotSheet } from './ballot-sheet.tsx';

const PAPERS = { Letter: COURTSIDE_LETTER, A4: COURTSIDE_A4 };
type Paper = keyof typeof PAPERS;
const PAPER_OPTIONS = (Object.keys(PAPERS) as Paper[]).map((paper) => ({ value: paper, label: paper }));
/** With how many letters each can still be read in its box. */
const FIELDS = [
  ['pTeam', 'P Team', 24],
  ['dTeam', 'D Team', 24],
  ['round', 'Round', 3],
  ['judgeName', 'Judge Name', 40],
] as const;

/** Letter where people use it; everywhere else A4. */
const usualPaper = (): Paper => (/-(US|CA|MX|PH)$/.test(navigator.language) ? 'Letter' : 'A4');

export function BlankBallotPage() {
  const [paper, setPaper] = useState<Paper>(usualPaper);
  const [filled, setFilled] = useState({ pTeam: '', dTeam: '', round: '', judgeName: '' });
  return (
    <div className={classes.page}>
      <Page
        title="Print a blank ballot"
        intro="Print it at its actual size (100 %), have it filled, and photograph the whole sheet with its four corner marks."
        actions={
          <>
            <ButtonLink to="/admin-test" variant="default">
              Back to the processor
            </ButtonLink>
            <Button onClick={() => print()}>Print</Button>
          </>
        }
      >
        <div className={classes.choices}>
          <Choice label="Paper" options={PAPER_OPTIONS} value={paper} onChoose={setPaper} />
          {FIELDS.map(([field, label, most]) => (
            <TextInput
              key={field}
              label={`${label} (optional)`}
              maxLength={most}
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
