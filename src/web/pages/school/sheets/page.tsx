// The score sheets of a school: those that are built in, and its own.
import { Button, Stack } from '@mantine/core';
import { BUILT_IN } from '#ballot/sheet/built-in.ts';
import { ListSection } from '#web/components/table/list-section.tsx';
import { ButtonLink } from '#web/components/ui/links.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { useSheets } from '#web/records/queries.ts';
import { useSeasonDialog } from '#web/records/season-address.ts';
import { loadFailure } from '#web/server/query-client.ts';
import { useSchool } from '#web/state/school.ts';
import { DeleteSheet } from './delete-sheet.tsx';
import { actionOn, DraftRow, madeText, SheetRow, StartFrom } from './list-rows.tsx';
import { useSheetDrafts } from './sheet-draft.ts';

export default function SheetsPage() {
  const { schoolId, may } = useSchool();
  const own = useSheets();
  const drafts = useSheetDrafts(schoolId);
  const { dialog, of, open, leave } = useSeasonDialog();
  const isStaff = may('create', 'sheet');
  const toDelete = dialog === 'delete' && isStaff ? own.data?.find(({ sheet }) => sheet.id === of) : undefined;
  return (
    <Page
      title="Score sheets"
      narrow
      intro={
        isStaff
          ? 'Print any of these, or start your own from the one that is closest to your league’s.'
          : 'Print any of these. Primary Admins and Admins of your school can make others.'
      }
      actions={
        <ButtonLink to="/school" variant="default">
          School
        </ButtonLink>
      }
    >
      <Stack gap="lg">
        {isStaff && drafts.length > 0 && (
          <ListSection
            title="Not saved yet"
            empty=""
            rows={drafts.map((draft) => ({ ...draft, id: draft.sheet.id }))}
            row={(draft) => <DraftRow draft={draft} />}
          />
        )}
        <ListSection
          title="Your school’s score sheets"
          failure={loadFailure(own)}
          empty="None yet."
          {...(isStaff && { nextStep: 'Start from a sheet below, and change what your league does differently.' })}
          rows={own.data?.map((made) => ({ ...made, id: made.sheet.id }))}
          row={({ sheet, madeBy, madeAt }) => (
            <SheetRow sheet={sheet} facts={madeText({ sheet, madeBy, madeAt })}>
              {isStaff && (
                <>
                  <ButtonLink
                    to="/school/sheets/$sheetId"
                    params={{ sheetId: sheet.id }}
                    {...actionOn(sheet, 'Edit')}
                  />
                  <StartFrom sheet={sheet} />
                  <Button {...actionOn(sheet, 'Delete')} onClick={() => open('delete', sheet.id)} />
                </>
              )}
            </SheetRow>
          )}
        />
        {/* The school's own, which may be many, would push it down. */}
        {!own.isPending && (
          <ListSection
            title="Built in"
            empty=""
            rows={BUILT_IN}
            row={(sheet) => <SheetRow sheet={sheet}>{isStaff && <StartFrom sheet={sheet} />}</SheetRow>}
          />
        )}
      </Stack>
      {toDelete && <DeleteSheet sheet={toDelete.sheet} onClose={leave} />}
    </Page>
  );
}
