// Printable ballots, whose photos read best, for anyone without forms of their own.
import { Box, Button, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { COURTSIDE_A4, COURTSIDE_LETTER } from '#ballot/courtside-layout.ts';
import type { Paper } from '#ballot/drawing.ts';
import type { PrintedForm } from '#ballot/layout.ts';
import { BUILT_IN } from '#ballot/sheet/built-in.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { sheetPages } from '#ballot/sheet/paper.ts';
import { whyUnreadable, type Sheet } from '#ballot/sheet/sheet.ts';
import { PrintedSheets } from '#web/ballots/printed-sheets.tsx';
import { LoadFailed } from '#web/components/feedback/load-failed.tsx';
import { LoadingFigures } from '#web/components/feedback/loading-figures.tsx';
import { Notice } from '#web/components/feedback/notice.tsx';
import { Choice } from '#web/components/forms/choice.tsx';
import type { FilledFields } from '#web/components/ui/ballot-sheet.tsx';
import { ButtonLink } from '#web/components/ui/links.tsx';
import { PAPER_OPTIONS, usualPaper } from '#web/components/ui/usual-paper.ts';
import { Page } from '#web/components/ui/page.tsx';
import { sheetsOf } from '#web/records/queries.ts';
import { loadFailure } from '#web/server/query-client.ts';
import { useCurrentSchool } from '#web/state/current-school.ts';
import { useSession } from '#web/state/session.ts';
import { useMay } from '#web/state/use-may.ts';
import { CaseNameChoice } from '#web/records/case-name-choice.tsx';

/** The form of 28 scores has a drawing of its own, which photos are read by. */
const COLLEGE_PAPERS = { Letter: COURTSIDE_LETTER, A4: COURTSIDE_A4 };
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

/** The sheet in the address, among those that are built in and the school's own. */
function useChosenSheet() {
  const { school } = useCurrentSchool();
  const may = useMay();
  const isMember = school !== null && may('read', 'sheet', school);
  const own = useQuery({ ...sheetsOf(school ?? ''), enabled: isMember });
  const { sheet: id = COLLEGE_28.id }: { sheet?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const sheets = [...BUILT_IN, ...(own.data ?? []).map(({ sheet }) => sheet)];
  return {
    isMember,
    own,
    sheets,
    /** Undefined while the school's own load, and for one that was deleted or is another school's. */
    chosen: sheets.find((sheet) => sheet.id === id),
    choose: (sheet: string) =>
      void navigate({ to: '/admin-test/blank-ballot', search: { sheet }, replace: true, resetScroll: false }),
  };
}

export default function BlankBallotPage() {
  const { me } = useSession();
  const { school } = useCurrentSchool();
  const [paper, setPaper] = useState<Paper>(usualPaper);
  const [filled, setFilled] = useState<FilledFields>({ pTeam: '', dTeam: '', round: '', judgeName: '', caseName: '' });
  const { isMember, own, sheets, chosen, choose } = useChosenSheet();
  const sheet = chosen ?? COLLEGE_28;
  const failure = loadFailure(own);
  const isUsual = sheet.id === COLLEGE_28.id;
  const unreadable = whyUnreadable(sheet);
  return (
    <Page
      title="Print a blank ballot"
      intro={
        unreadable === null && sheet.sides.d
          ? `Print at actual size (100%), have a judge fill it in, and photograph ${isUsual ? 'the whole sheet with all four corner marks' : 'each page with its corner marks and code'}.`
          : 'Print at actual size (100%), and have a judge fill it in.'
      }
      actions={
        <>
          {me?.isSuperAdmin && (
            <ButtonLink to="/admin-test" variant="default">
              Back to Ballot Processor
            </ButtonLink>
          )}
          {isMember && (
            <ButtonLink to="/school/sheets" variant="default">
              Score sheets
            </ButtonLink>
          )}
          <Button disabled={chosen === undefined} onClick={() => print()}>
            Print
          </Button>
        </>
      }
    >
      <Box className="columns" mb="lg" style={{ '--column': '9rem', alignItems: 'end' }}>
        <Choice
          className="across"
          maw="24rem"
          label="Score sheet"
          placeholder="Choose a score sheet"
          options={sheets.map(({ id, title }) => ({ value: id, label: title }))}
          value={chosen?.id ?? null}
          onChoose={choose}
        />
        <Choice label="Paper" options={PAPER_OPTIONS} value={paper} onChoose={setPaper} />
        <CaseNameChoice
          label="Case (optional)"
          caseName={filled.caseName}
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
      </Box>
      {chosen === undefined ? (
        own.isLoading ? (
          <LoadingFigures what="the score sheet" />
        ) : failure ? (
          <LoadFailed what="the score sheet" {...failure} />
        ) : (
          <Notice>
            Your school has no such score sheet: it was deleted, the link is incomplete, or it belongs to another
            school. Choose another one.
          </Notice>
        )
      ) : (
        <>
          {!isUsual && (
            <Text maw="44rem" mb="lg" role="note">
              {sheet.source}
              {unreadable && ` ${unreadable}.`}
            </Text>
          )}
          <PrintedSheets
            paper={paper}
            sheets={[
              {
                key: sheet.id,
                pages: pagesOf(sheet, paper),
                filled,
                code: { sheet: sheet.id, version: sheet.version, schoolId: school, roundId: null, judge: null },
              },
            ]}
          />
        </>
      )}
    </Page>
  );
}
