// One role: in words, and as a picture or a table, which is what paper shows.
import { Badge, Box } from '@mantine/core';
import { useId } from 'react';
import { shareOf } from '#metrics/sentences.ts';
import { FigureTable, type FigureColumn } from '#web/components/table/figure-table.tsx';
import { useIsPrinting } from '#web/components/table/use-is-printing.ts';
import type { Sort } from '#web/components/table/sort-button.tsx';
import { TextLink } from '#web/components/ui/links.tsx';
import { counted, factsText } from '#web/format.ts';
import { intervalText, roleLabel } from '../../figure-words.ts';
import { toStudent } from '../../address.ts';
import { useFiguresSearch } from '../season-frame.tsx';
import { Dots } from './dots.tsx';
import { FIGURE_COLUMNS, type RoleLines, type StudentLine } from './figures.ts';
import { Section } from '#web/components/ui/section.tsx';

const INTERVAL: FigureColumn<StudentLine> = {
  label: '90% interval',
  cell: ({ estimate }) => <span className="unbroken">{estimate ? intervalText(estimate) : '–'}</span>,
};

interface RoleSectionProps extends RoleLines {
  /** Where the axis of all roles ends. */
  limit: number;
  view: 'picture' | 'table';
  /** The plain figures are those of a side or a tournament only. */
  filtered: boolean;
  sort: Sort;
}

/** "Archived" or "Graduate", beside a name. */
export const Mark = ({ children }: { children: string }) => (
  <Badge component="span" variant="default" size="sm" fw={500} tt="none" c="dimmed" ml="0.375rem">
    {children}
  </Badge>
);

export function RoleSection({ role, lines, sentences, limit, view, filtered, sort }: RoleSectionProps) {
  const heading = useId();
  const search = useFiguresSearch();
  const isPrinting = useIsPrinting();
  const nameOf = ({ studentId, name, mark }: StudentLine) => (
    <>
      <TextLink {...toStudent(studentId)} search={search}>
        {name}
      </TextLink>
      {mark !== '' && <Mark>{mark}</Mark>}
    </>
  );
  const factsOf = ({ plain, estimate }: StudentLine): string => {
    const counts = [counted(plain.scores, 'score'), counted(plain.rounds, 'round'), counted(plain.judges, 'judge')];
    const share = estimate && shareOf(estimate, 'the student', filtered ? 'the season’s scores' : 'this');
    return factsText(...counts, share);
  };
  return (
    <Section mb="xl" id={heading} title={roleLabel(role)}>
      <Box component="ul" mt="0.25rem" mb="sm" className="readable">
        {sentences.map((sentence, index) => (
          <Box component="li" key={sentence} {...(index === 0 && { fw: 600 })}>
            {sentence}
          </Box>
        ))}
      </Box>
      {view === 'picture' && !isPrinting ? (
        <Dots
          limit={limit}
          rows={lines.map((line) => ({
            key: line.studentId,
            label: nameOf(line),
            facts: factsOf(line),
            mean: line.plain.mean,
            relative: line.relative,
            estimate: line.estimate,
          }))}
        />
      ) : (
        <FigureTable
          label={roleLabel(role)}
          rows={lines}
          rowKey={({ studentId }) => studentId}
          sort={sort}
          columns={[
            { label: 'Student', order: 'name', cell: nameOf },
            ...FIGURE_COLUMNS.flatMap((column) => [...(column.order === 'share' ? [INTERVAL] : []), column]),
          ]}
        />
      )}
    </Section>
  );
}
