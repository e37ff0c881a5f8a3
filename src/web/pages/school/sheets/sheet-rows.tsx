// The sections and rows of a sheet, in the order of the paper.
import { Box, Button, Group, Text, TextInput, Title, UnstyledButton } from '@mantine/core';
import { withHeading } from '#ballot/sheet/edit.ts';
import type { SheetProblem } from '#ballot/sheet/problems.ts';
import type { Place, Sheet } from '#ballot/sheet/sheet.ts';
import classes from './editor.module.css';
import { PlaceButtons } from './place-buttons.tsx';
import { RowFields } from './row-fields.tsx';
import { placeOf } from './sheet-problems.tsx';
import { rowText } from './sheet-words.ts';
import { ADD_SECTION_ID, rowId, sectionId, type RowFocus } from './use-row-focus.ts';
import type { EditSheet } from './use-sheet-edit.ts';

interface SheetRowsProps {
  sheet: Sheet;
  problems: readonly SheetProblem[];
  edit: EditSheet;
  rows: RowFocus;
}

export function SheetRows(props: SheetRowsProps) {
  const { sheet, rows } = props;
  return (
    <>
      {/* A section has no name of its own. */}
      {sheet.sections.map((_, section) => (
        <SectionEditor key={section} {...props} section={section} />
      ))}
      <div>
        <Button id={ADD_SECTION_ID} variant="default" onClick={() => rows.addSection(sheet)}>
          Add section
        </Button>
      </div>
    </>
  );
}

function SectionEditor({ section, ...props }: SheetRowsProps & { section: number }) {
  const { sheet, problems, edit, rows } = props;
  const { title, rows: lines = [] } = sheet.sections[section] ?? { title: null };
  const name = title ?? `section ${section + 1}`;
  const found = problems.filter(({ path }) => path[0] === 'sections' && path[1] === section && path[2] !== 'rows');
  return (
    <section className="card" aria-labelledby={`${sectionId(section, 'heading')}-title`}>
      <Title order={2} size="h4" id={`${sectionId(section, 'heading')}-title`}>
        Section {section + 1}
      </Title>
      <TextInput
        id={sectionId(section, 'heading')}
        label="Heading (optional)"
        maxLength={200}
        value={title ?? ''}
        onChange={({ currentTarget: { value } }) =>
          edit((now) => withHeading(now, section, value), `heading ${section}`)
        }
      />
      <ProblemTexts of={found} />
      <Box component="ol" mt="sm" className="ruled">
        {lines.map((_, row) => (
          <RowEditor key={row} {...props} place={{ section, row }} />
        ))}
      </Box>
      <Group gap="xs" mt="xs">
        <Button
          id={sectionId(section, 'add')}
          variant="light"
          size="compact-sm"
          aria-label={`Add row: ${name}`}
          onClick={() => rows.addRow(sheet, section)}
        >
          Add row
        </Button>
        <PlaceButtons
          of="section"
          name={name}
          idOf={(part) => sectionId(section, part)}
          canMove={(step) => sheet.sections[section + step] !== undefined}
          onMove={(step) => rows.moveSection(sheet, section, step)}
          onRemove={() => rows.removeSection(sheet, section)}
        />
      </Group>
    </section>
  );
}

const ProblemTexts = ({ of: problems }: { of: readonly SheetProblem[] }) =>
  problems.map(({ message }) => (
    <Text key={message} px="0.5rem" pb="0.5rem" fz="sm" c="var(--mantine-color-error)">
      {message}
    </Text>
  ));

function RowEditor({ place, ...props }: SheetRowsProps & { place: Place }) {
  const { sheet, problems, edit, rows } = props;
  const row = sheet.sections[place.section]?.rows[place.row];
  if (row === undefined) return null;
  const isOpen = rows.isOpen(place);
  const found = problems.filter((problem) => {
    const at = placeOf(problem);
    return at?.section === place.section && at.row === place.row;
  });
  return (
    <Box component="li" {...(isOpen && { bg: 'var(--courtside-sunken)' })}>
      <Group
        component={UnstyledButton}
        justify="space-between"
        align="baseline"
        gap="0 var(--mantine-spacing-sm)"
        w="100%"
        mih="2.75rem"
        p="0.5rem"
        ta="start"
        id={rowId(place, 'toggle')}
        className={`breaks ${classes.toggle}`}
        aria-expanded={isOpen}
        onClick={() => rows.toggle(place)}
      >
        <span>{row.label.trim() || 'No name'}</span> <span className="quiet">{rowText(sheet, row)}</span>
      </Group>
      <ProblemTexts of={found} />
      {isOpen && <RowFields sheet={sheet} place={place} row={row} edit={edit} rows={rows} />}
    </Box>
  );
}
