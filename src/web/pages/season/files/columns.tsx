// What each column of a file is. Recognized columns are chosen already; a person can choose the others, or choose again.
import { Stack } from '@mantine/core';
import { useRef } from 'react';
import { isSameSheet, refOf } from '#ballot/sheet/sheet.ts';
import type { ImportChoices } from '#contract/season-files.ts';
import { Choice } from '#web/components/forms/choice.tsx';
import { Disclosure } from '#web/components/ui/disclosure.tsx';
import { capitalized, listText } from '#web/format.ts';
import { titleAmong, useTrialSheets } from '../sheets.tsx';
import type { Found } from './preview.tsx';

interface ColumnsProps {
  columns: NonNullable<Found['columns']>;
  choices: ImportChoices;
  /** The columns are those before the latest choice. */
  isStale: boolean;
  onDecide: (choices: ImportChoices) => void;
}

const UNUSED = '';
const AS_ITS_HEADER_SAYS = '';
const NO_COLUMN = -1;

export function Columns({ columns, choices, isStale, onDecide }: ColumnsProps) {
  const { headers, samples } = columns;
  const decided = choices.mapping ?? headers.map(() => AS_ITS_HEADER_SAYS);
  // Until the answer is there, what was chosen just now.
  const mapping = columns.mapping.map((column, index) => {
    if (!isStale) return column;
    const choice = decided[index] ?? null;
    if (choice !== AS_ITS_HEADER_SAYS) return choice;
    return decided.includes(column) ? null : column;
  });
  const sheet = choices.sheet ?? columns.sheet;
  const sheets = useTrialSheets(sheet);
  const unused = headers.filter((header, index) => header !== '' && mapping[index] === null);
  const options = [
    { value: UNUSED, label: 'Not used' },
    ...columns.choices.map((column) => ({ value: column, label: capitalized(column) })),
  ];
  // On their way through a list, the arrow keys choose one option after the other. Those that they leave go back to where they were.
  const start = useRef({ of: NO_COLUMN, decided });
  /** One column of the file is chosen for each of ours, so choosing takes it from another. */
  const map = (chosen: number, column: string) => {
    if (start.current.of !== chosen) start.current = { of: chosen, decided };
    onDecide({
      mapping: start.current.decided.map((before, index) =>
        index === chosen ? column || null : before === column ? null : before,
      ),
    });
  };
  return (
    <Stack gap="md" w="100%">
      <Choice
        label="Score sheet"
        w="min(24rem, 100%)"
        value={String(sheets.findIndex((each) => isSameSheet(each, sheet)))}
        options={sheets.map((each, index) => ({ value: String(index), label: titleAmong(sheets, each) }))}
        // Other sheets have other columns.
        onChoose={(index) => {
          start.current.of = NO_COLUMN;
          onDecide({ sheet: refOf(sheets[Number(index)]!), mapping: undefined });
        }}
      />
      <Disclosure isOpen={unused.length > 0} summary={summaryOf(headers.length, unused)}>
        <fieldset
          className="columns framed"
          style={{ width: '100%', '--column': '18rem' }}
          disabled={isStale && choices.mapping === undefined}
        >
          <legend>Columns of the file</legend>
          {headers.map((header, index) => (
            <Choice
              // oxlint-disable-next-line react/no-array-index-key -- A file may have two columns of one name.
              key={index}
              label={`${header || `Column ${index + 1}`}${samples[index] ? ` (such as “${samples[index]}”)` : ''}`}
              value={mapping[index] ?? UNUSED}
              options={options}
              onChoose={(column) => map(index, column)}
            />
          ))}
        </fieldset>
      </Disclosure>
    </Stack>
  );
}

function summaryOf(count: number, unused: readonly string[]): string {
  if (unused.length === 0) return `All ${count} columns are recognized`;
  const names = listText(unused.slice(0, MAX_NAMES).map((name) => `“${name}”`));
  const more = unused.length > MAX_NAMES ? ' and others' : '';
  return `${unused.length} of ${count} columns ${unused.length === 1 ? 'is' : 'are'} not used: ${names}${more}`;
}
const MAX_NAMES = 5;
