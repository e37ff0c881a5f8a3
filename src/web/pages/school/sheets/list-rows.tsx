// The rows of the lists of score sheets: a sheet with what can be done with it, and a draft.
import { Box, Button, Group } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Sheet } from '#ballot/sheet/sheet.ts';
import type { SchoolSheet } from '#contract/sheets.ts';
import { ButtonLink } from '#web/components/ui/links.tsx';
import { dayOf, factsText } from '#web/format.ts';
import { newId } from '#web/forms/use-add.ts';
import { showSuccess } from '#web/server/query-client.ts';
import { discardDraft, storeDraft, type SheetDraft } from './sheet-draft.ts';
import { sizeText } from './sheet-words.ts';

export const madeText = ({ sheet, madeBy, madeAt }: SchoolSheet): string =>
  `Version ${sheet.version}${madeBy === null ? '' : ` by ${madeBy}`}, ${dayOf(madeAt)}`;

/** A button in the row of a sheet. */
export const actionOn = ({ title }: Sheet, label: string) =>
  ({ variant: 'default', size: 'compact-sm', 'aria-label': `${label} ${title}`, children: label }) as const;

interface SheetRowProps {
  sheet: Sheet;
  facts?: string;
  /** What else can be done with it. */
  children?: ReactNode;
}

export function SheetRow({ sheet, facts, children }: SheetRowProps) {
  return (
    <>
      <Box flex="1 1 16rem">
        {sheet.title}
        <span className="facts">{factsText(sizeText(sheet), facts)}</span>
      </Box>
      <Group gap="xs" my="0.25rem">
        <ButtonLink to="/admin-test/blank-ballot" search={{ sheet: sheet.id }} {...actionOn(sheet, 'Print')} />
        {children}
      </Group>
    </>
  );
}

/** The page that opens makes the copy, so that a reload begins with the same one. */
export function StartFrom({ sheet }: { sheet: Sheet }) {
  const navigate = useNavigate();
  const start = () =>
    void navigate({ to: '/school/sheets/$sheetId', params: { sheetId: newId() }, search: { from: sheet.id } });
  return <Button {...actionOn(sheet, 'Start from')} onClick={start} />;
}

export function DraftRow({ draft }: { draft: SheetDraft }) {
  const { sheet, base, from } = draft;
  const discard = () => {
    discardDraft(sheet.id);
    showSuccess('Draft discarded.', () => storeDraft(draft));
  };
  return (
    <>
      <Box flex="1 1 16rem">
        {sheet.title}
        <span className="facts">
          {base === 0 ? 'A new sheet' : `An edit of version ${base}`}, in this browser until you save it or sign out
        </span>
      </Box>
      <Group gap="xs" my="0.25rem">
        <ButtonLink
          to="/school/sheets/$sheetId"
          params={{ sheetId: sheet.id }}
          search={from === null ? {} : { from }}
          {...actionOn(sheet, 'Continue')}
          variant="filled"
        />
        <Button {...actionOn(sheet, 'Discard')} onClick={discard} />
      </Group>
    </>
  );
}
