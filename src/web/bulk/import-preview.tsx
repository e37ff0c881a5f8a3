// What importing a file would change: a summary, then each row with its values before and after.
import { Box, Text } from '@mantine/core';
import type { Calls } from '#contract/index.ts';
import type { ListName } from '#contract/list-files.ts';
import { PreviewRows } from '#web/components/files/preview-rows.tsx';
import { counted, numberText } from '#web/format.ts';
import { currentSeason } from '#web/records/current-season.ts';
import type { Wanted } from './make-changes.ts';

export type Preview = Omit<Awaited<ReturnType<Calls['teams']['previewImport']>>, 'rows'> & { rows: PreviewRow[] };
type PreviewRow = Omit<Awaited<ReturnType<Calls['teams']['previewImport']>>['rows'][number], 'change'> & {
  change: object | null;
};
export type Mode = 'both' | 'add' | 'update';

const WORDS = { new: 'New', changed: 'Changed', same: 'The same', refused: 'Refused' } as const;
const LEFT_ALONE = { add: 'changed', update: 'new' } as const;

const isLeftAlone = ({ state }: PreviewRow, mode: Mode): boolean => mode !== 'both' && LEFT_ALONE[mode] === state;

export const wantedIn = ({ rows }: Preview, list: ListName, mode: Mode): Wanted[] =>
  rows.flatMap((row): Wanted[] => {
    const { label, change, was } = row;
    if (change === null || isLeftAlone(row, mode)) return [];
    if (list === 'tournaments') return [{ label, change: withSeason(change), was, list }];
    return [
      { label, change, was, list: 'email' in change ? 'invitations' : 'userId' in change ? 'assignments' : list },
    ];
  });

/** A new tournament whose row names no season is in the current one. */
const withSeason = (change: { add?: object }): object =>
  change.add ? { ...change, add: { season: currentSeason(), ...change.add } } : change;

export function ImportPreview({ preview, mode }: { preview: Preview; mode: Mode }) {
  const { rows, ignored } = preview;
  const groups = Map.groupBy(rows, ({ state }) => state);
  const parts = (['new', 'changed', 'same', 'refused'] as const).flatMap((state) => {
    const many = groups.get(state)?.length ?? 0;
    return many === 0 ? [] : [`${numberText(many)} ${WORDS[state].toLowerCase()}`];
  });
  return (
    <>
      <output className="aside">
        {rows.length === 0 ? 'The file has no rows.' : `${counted(rows.length, 'row')}: ${parts.join(', ')}.`}
        {ignored.length > 0 && ` Ignored: ${ignored.join(', ')}.`}
      </output>
      {rows.length > 0 && (
        <Box w="100%">
          <PreviewRows
            label="Rows of the file"
            columns={['Line', 'Name', 'What happens', 'Before and after']}
            // Rows that need attention come first.
            rows={rows
              .toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state))
              .map((row, index) => ({
                key: String(index),
                state: row.state,
                cells: [row.line, row.label, whatHappens(row, mode), <Differences key="differences" of={row} />],
              }))}
          />
        </Box>
      )}
    </>
  );
}

const ORDER = ['refused', 'changed', 'new', 'same'];

function whatHappens(row: PreviewRow, mode: Mode): string {
  if (isLeftAlone(row, mode)) return 'Skipped';
  return row.message === null ? WORDS[row.state] : `${WORDS[row.state]}: ${row.message}`;
}

function Differences({ of: { differences, state } }: { of: PreviewRow }) {
  return differences.map(({ column, before, after }) => (
    <Box component="span" display="block" key={column} className="breaks">
      {column}:{' '}
      {state === 'changed' && (
        <>
          <Text component="del" inherit c="dimmed">
            {before ?? 'nothing'}
          </Text>
          {' → '}
        </>
      )}
      {after ?? 'nothing'}
    </Box>
  ));
}
