// The fields of a line-up: the people, and below them the attorneys' parts, which follow from the people and can be changed.
import { Box, Group, Stack, Text } from '@mantine/core';
import type { Round } from '#contract/rounds.ts';
import type { Witness } from '#contract/witnesses.ts';
import { areEleven } from '#metrics/lineup.ts';
import type { Part } from '#metrics/scores.ts';
import { OptionalChoice, type Option } from '#web/components/forms/choice.tsx';
import { capitalized } from '#web/format.ts';
import { partLabel } from '../part-words.ts';
import {
  ATTORNEY_LABELS,
  attorneyParts,
  attorneysIn,
  attorneysOf,
  partsOfAttorney,
  withAttorney,
  type Attorney,
} from './attorneys.ts';
import { witnessOptions } from './line-up-options.ts';
import {
  hasWitness,
  LINE_UP_LABELS,
  partsToShow,
  witnessField,
  type LineUpField,
  type LineUpRecord,
  type LineUpValues,
} from './line-up-record.ts';
import classes from './page.module.css';

interface LineUpFieldsProps {
  /** Of the side. */
  parts: readonly Part[];
  values: LineUpValues;
  set: (changed: Partial<LineUpValues>) => void;
  options: readonly Option<string>[];
  witnesses: readonly Witness[];
  side: Round['side'];
}

/** "Opening, direct 1, cross 1" */
const partsText = (values: LineUpValues, attorney: Attorney, parts: readonly Part[]): string =>
  capitalized(partsOfAttorney(values, attorney, parts).map(partLabel).join(', ').toLowerCase());

export function LineUpFields({ parts, values, set, options, witnesses, side }: LineUpFieldsProps) {
  const people = attorneysOf(values, parts);
  const shown = partsToShow(parts, values);
  const ofAttorneys = attorneyParts(shown);
  const choiceOf = (part: Part) => ({
    none: 'Nobody yet',
    options,
    value: values[part] ?? null,
    onChoose: (id: string | null) => set({ [part]: id }),
  });
  const witnessOf = (part: Part) =>
    hasWitness(part) &&
    witnesses.length > 0 && (
      <Group gap="xs" wrap="nowrap">
        <span aria-hidden="true">{part.startsWith('cross') ? 'of' : 'as'}</span>
        <OptionalChoice
          flex="1"
          aria-label={LINE_UP_LABELS[witnessField(part)]}
          none={part.startsWith('cross') ? 'Which witness?' : 'As whom?'}
          options={witnessOptions(witnesses, part, side)}
          value={values[witnessField(part)] ?? null}
          onChoose={(id) => set({ [witnessField(part)]: id })}
        />
      </Group>
    );
  return (
    <>
      <Box component="fieldset" mt="sm">
        <legend>{areEleven(parts) ? 'Six people' : 'People'}</legend>
        <Box className="columns" mt="xs" style={{ '--column': '18rem' }}>
          {attorneysIn(parts).map((attorney) => (
            <OptionalChoice
              key={attorney}
              label={ATTORNEY_LABELS[attorney]}
              description={partsText(values, attorney, parts)}
              none="Nobody yet"
              options={options}
              value={people[attorney] ?? null}
              onChoose={(id) => set(withAttorney(values, attorney, id, parts))}
            />
          ))}
          {shown
            .filter((part) => !ofAttorneys.includes(part))
            .map((part) => (
              <Stack key={part} gap="xs">
                <OptionalChoice label={partLabel(part)} {...choiceOf(part)} />
                {witnessOf(part)}
              </Stack>
            ))}
        </Box>
      </Box>
      <Box component="fieldset" mt="sm">
        <legend>The attorneys’ parts</legend>
        <Text className="quiet">They follow from the attorneys above. Change any of them here.</Text>
        <Box
          component="ul"
          className="columns ruled"
          mt="xs"
          style={{ '--column': '24rem', gap: '0 var(--mantine-spacing-xl)' }}
        >
          {ofAttorneys.map((part) => (
            <li key={part} className={classes.part}>
              <span aria-hidden="true">{partLabel(part)}</span>
              <OptionalChoice aria-label={partLabel(part)} {...choiceOf(part)} />
              {witnessOf(part)}
            </li>
          ))}
        </Box>
      </Box>
    </>
  );
}

interface PrintedLineUpProps {
  /** Of the side. */
  parts: readonly Part[];
  /** As it is saved. */
  record: LineUpRecord;
  textOf: (value: unknown, field: LineUpField) => string;
}

/** The line-up on paper, in place of its form. */
export function PrintedLineUp({ parts, record, textOf }: PrintedLineUpProps) {
  return (
    <Box component="ul" fz="sm" lh={1.25} className="paper-only columns" style={{ '--column': '13rem', rowGap: 0 }}>
      {partsToShow(parts, record).map((part) => {
        const witness = hasWitness(part) ? textOf(record[witnessField(part)] ?? '', witnessField(part)) : '';
        return (
          <li key={part}>
            {partLabel(part)} <strong>{record[part] === null ? '–' : textOf(record[part], part)}</strong>
            {witness !== '' && ` (${witness})`}
          </li>
        );
      })}
    </Box>
  );
}
