// Printable ballots, whose photos read best, for anyone without forms of their own.
import { Button, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { COURTSIDE_A4, COURTSIDE_LETTER } from '#ballot/courtside-layout.ts';
import type { Paper } from '#ballot/drawing.ts';
import type { PrintedForm } from '#ballot/layout.ts';
import { BUILT_IN } from '#ballot/sheet/built-in.ts';
import { codeText } from '#ballot/sheet/code.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { sheetPages } from '#ballot/sheet/paper.ts';
import type { Sheet } from '#ballot/sheet/sheet.ts';
import { Choice } from '#web/components/forms/choice.tsx';
import { ButtonLink } from '#web/components/ui/links.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { useCases } from '#web/records/queries.ts';
import { useCurrentSchool } from '#web/state/current-school.ts';
import { useSession } from '#web/state/session.ts';
import classes from './page.module.css';
import { BallotSheet, type FilledFields } from './ballot-sheet.tsx';

/** The form of 28 scores has a drawing of its own, which photos are read by. */
const COLLEGE_PAPERS = { Letter: COURTSIDE_LETTER, A4: COURTSIDE_A4 };
const PAPER_OPTIONS = (Object.keys(COLLEGE_PAPERS) as Paper[]).map((paper) => ({ value: paper, label: paper }));
const SHEET_OPTIONS = BUILT_IN.map(({ id, title }) => ({ value: id, label: title }));
const pagesOf = (sheet: Sheet, paper: Paper): readonly PrintedForm[] =>
  sheet.id === COLLEGE_28.id ? [COLLEGE_PAPERS[paper]] : sheetPages(sheet, paper);

/** The most letters that stay legible in each box. */
function fieldsOf({ sides }: Sheet) {
  if (sides.d === null)
    return [
      ['pTeam', sides.p.name, 40],
      ['judgeName', 'Rater', 40],
    ] as const;
  return [
    ['pTeam', sides.p.name, 24],
    ['dTeam', sides.d.name, 24],
    ['round', 'Round', 3],
    ['judgeName', 'Judge Name', 40],
  ] as const;
}

/** Letter where it is the usual paper, A4 everywhere else. */
const usualPaper = (): Paper => (/-(US|CA|MX|PH)$/.test(navigator.language) ? 'Letter' : 'A4');

export function BlankBallotPage() {
  const { me } = useSession();
  const { school } = useCurrentSchool();
  const [paper, setPaper] = useState<Paper>(usualPaper);
  const [sheetId, setSheetId] = useState(COLLEGE_28.id);
  const [filled, setFilled] = useState<FilledFields>({ pTeam: '', dTeam: '', round: '', judgeName: '', caseName: '' });
  const cases = useCases();
  const caseNames = [...new Set((cases.data ?? []).map(({ name }) => name))];
  const caseOptions = [{ value: '', label: 'None' }, ...caseNames.map((name) => ({ value: name, label: name }))];
  const sheet = BUILT_IN.find(({ id }) => id === sheetId) ?? COLLEGE_28;
  const isRead = sheet.id === COLLEGE_28.id;
  return (
    <div className={classes.page}>
      <Page
        title="Print a blank ballot"
        intro={
          isRead
            ? 'Print at actual size (100%), have a judge fill it in, and photograph the whole sheet with all four corner marks.'
            : 'Print at actual size (100%), and have a judge fill it in.'
        }
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
          <Choice label="Score sheet" options={SHEET_OPTIONS} value={sheetId} onChoose={setSheetId} />
          <Choice label="Paper" options={PAPER_OPTIONS} value={paper} onChoose={setPaper} />
          <Choice
            label="Case (optional)"
            options={caseOptions}
            value={filled.caseName}
            onChoose={(caseName) => setFilled({ ...filled, caseName })}
          />
          {fieldsOf(sheet).map(([field, label, maxLength]) => (
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
        {!isRead && (
          <Text className={classes.about} role="note">
            {sheet.source} For now, Courtside only prints this sheet: it can’t read its photos or save its scores yet.
          </Text>
        )}
        <div className={classes.sheets}>
          {pagesOf(sheet, paper).map((layout, index) => (
            <BallotSheet
              key={layout.id}
              layout={layout}
              filled={filled}
              code={codeText({
                sheet: sheet.id,
                version: sheet.version,
                page: index + 1,
                schoolId: school,
                roundId: null,
                judge: null,
              })}
              className={paper === 'A4' ? classes.a4 : classes.letter}
            />
          ))}
        </div>
      </Page>
    </div>
  );
}
