// What a sheet says besides its rows: its title and source, the names of its sides, ties and ranks.
import { Box, Stack, Textarea, TextInput } from '@mantine/core';
import type { Side } from '#ballot/form.ts';
import { withNote, withRanks, withSide, withSource, withTieBreaker, withTitle } from '#ballot/sheet/edit.ts';
import { MAX_RANKS, type SheetProblem } from '#ballot/sheet/problems.ts';
import { RANKED, sidesOf, type Sheet, type SheetSide } from '#ballot/sheet/sheet.ts';
import { Choice } from '#web/components/forms/choice.tsx';
import { Disclosure } from '#web/components/ui/disclosure.tsx';
import { Section } from '#web/components/ui/section.tsx';
import type { EditSheet } from './use-sheet-edit.ts';

interface SheetFactsProps {
  sheet: Sheet;
  problems: readonly SheetProblem[];
  edit: EditSheet;
}

type TextEdit = (sheet: Sheet, typed: string) => Sheet;

const SIDE_FIELDS: readonly { name: keyof SheetSide; label: string; description: string }[] = [
  { name: 'name', label: 'Name', description: 'What the judge writes down: “P Team”.' },
  { name: 'title', label: 'Column', description: 'Above the column on paper: “Defense”.' },
  { name: 'short', label: 'Short', description: 'In front of its columns in files: “P”.' },
];
const SIDE_LEGENDS: Record<Side, string> = { p: 'First side', d: 'Second side' };

export function SheetFacts({ sheet, problems, edit }: SheetFactsProps) {
  const hasProblem = problems.some(({ path }) => ['sides', 'tiesBrokenBy', 'ranks'].includes(String(path[0])));
  /** A text of the sheet, by its path, and what a change of it does. */
  const text = (value: string | null | undefined, path: SheetProblem['path'], withText: TextEdit) => ({
    maxLength: 200,
    value: value ?? '',
    error: problems.find((problem) => problem.path.join() === path.join())?.message,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      const typed = currentTarget.value;
      edit((now) => withText(now, typed), path.join(' '));
    },
  });
  return (
    <Section id="sheet-facts" className="card" title="About this sheet">
      <div className="columns">
        <TextInput className="across" label="Title" {...text(sheet.title, ['title'], withTitle)} />
        <Textarea
          className="across"
          label="Source"
          description="The rule that it follows, such as a page of your league’s handbook."
          rows={2}
          {...text(sheet.source, ['source'], withSource)}
          maxLength={1000}
        />
        <TextInput
          className="across"
          label="Note for the judge (optional)"
          description="At the bottom of the page."
          {...text(sheet.note, ['note'], withNote)}
        />
      </div>
      <Disclosure summary="Sides, ties and ranks" isOpen={hasProblem}>
        {sidesOf(sheet).map((side) => (
          <Box component="fieldset" key={side} mb="md">
            <legend>{sheet.sides.d === null ? 'Who is scored' : SIDE_LEGENDS[side]}</legend>
            <div className="columns">
              {SIDE_FIELDS.map(({ name, ...words }) => (
                <TextInput
                  key={name}
                  {...words}
                  {...text(sheet.sides[side]?.[name], ['sides', side, name], (now, typed) =>
                    withSide(now, side, { [name]: typed }),
                  )}
                />
              ))}
            </div>
          </Box>
        ))}
        {sheet.sides.d !== null && (
          <div className="columns">
            <TextInput
              className="across"
              label="Who breaks ties (optional)"
              description="“The presiding judge”. Without it, ties stand."
              {...text(sheet.tiesBrokenBy, ['tiesBrokenBy'], withTieBreaker)}
            />
            <RankFields sheet={sheet} edit={edit} />
          </div>
        )}
      </Disclosure>
    </Section>
  );
}

const RANK_LABELS = { attorney: 'Attorneys', witness: 'Witnesses', anyone: 'Students of any role' };
const PLACES = Array.from({ length: MAX_RANKS + 1 }, (_, places) => ({
  value: String(places),
  label: places === 0 ? 'Not ranked' : places === 1 ? 'The best one' : `The best ${places}`,
}));
const EACH = [
  { value: 'trial', label: 'Within the trial' },
  { value: 'side', label: 'Within each side' },
] as const;

/** Whom the judge ranks, and how many of them. */
function RankFields({ sheet, edit }: Pick<SheetFactsProps, 'sheet' | 'edit'>) {
  return RANKED.map((of) => {
    const { places, each } = sheet.ranks.find((rank) => rank.of === of) ?? { places: 0, each: 'trial' as const };
    return (
      <Stack key={of} gap="xs">
        <Choice
          label={RANK_LABELS[of]}
          options={PLACES}
          value={String(places)}
          onChoose={(value) => edit((now) => withRanks(now, of, Number(value), each))}
        />
        {places > 0 && (
          <Choice
            aria-label={`${RANK_LABELS[of]}: ranked within`}
            options={EACH}
            value={each}
            onChoose={(value) => edit((now) => withRanks(now, of, places, value))}
          />
        )}
      </Stack>
    );
  });
}
