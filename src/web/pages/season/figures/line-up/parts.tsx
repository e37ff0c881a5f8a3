// Who does each part of a side, and what the season's scores say about that person in it.
import { Box, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Side } from '#ballot/form.ts';
import type { Estimate } from '#contract/metrics.ts';
import type { LineUp } from '#metrics/lineup.ts';
import type { Part } from '#metrics/scores.ts';
import { OptionalChoice } from '#web/components/forms/choice.tsx';
import { intervalText, roleLabel, signed, studentLabel } from '../../figure-words.ts';
import { partLabel } from '../../part-words.ts';
import { useSeasonInput } from '../season-frame.tsx';
import { estimateIn, type Facts } from './facts.ts';

/** In the usual order: the attorneys' parts, then the witnesses, then everybody else. */
const groupOf = (part: Part): string =>
  part.startsWith('witness') ? 'Witnesses' : /^(?:clerk|bailiff)/.test(part) ? 'Others' : 'Attorneys';

/** An invisible character that keeps the figures after a right-to-left name in order. */
const LEFT_TO_RIGHT = '\u200e';

/** "+0.12 (−0.20 to +0.44)". Scores on the other side count if somebody did the role on both. */
const figureText = (estimate: Estimate | undefined, side: Side): string =>
  estimate && (estimate.comparedOn ?? side) === side
    ? `${signed(estimate.estimate)} (${intervalText(estimate)})`
    : 'not scored on this side';

interface PartsProps {
  facts: Facts;
  title: string;
  /** Where the line-up can start from. */
  start?: ReactNode;
  lineUp: LineUp;
  onChange: (lineUp: LineUp) => void;
}

export function Parts({ facts: { side, parts, students, figures }, title, start, lineUp, onChange }: PartsProps) {
  const { season } = useSeasonInput();
  const estimateOf = estimateIn(figures ?? { estimates: [] });
  const choiceOf = (part: Part) => {
    const roles = figures?.parts[side].find((each) => each.part === part)?.roles ?? [];
    const { [part]: id, ...others } = lineUp;
    /** "direct +0.12 (…), cross not scored on this side" of a witness, and otherwise only the figure. */
    const figuresOf = (student: string, nameOf: (role: (typeof roles)[number]) => string): string[] =>
      roles.map((role) => (roles.length > 1 ? nameOf(role) : '') + figureText(estimateOf(student, role), side));
    const scored = id !== undefined && figures && (
      <Stack component="span" gap={0} className="tabular">
        {figuresOf(id, (role) => `${roleLabel(role)}: `).map((figure, index) => (
          <span key={roles[index]}>{figure}</span>
        ))}
      </Stack>
    );
    const chosen = id === undefined ? undefined : students.get(id);
    return (
      <div key={part}>
        <OptionalChoice
          className="screen-only"
          label={partLabel(part)}
          description={scored}
          none="Nobody yet"
          value={id ?? null}
          options={[...students.values()].map((student) => {
            const texts = figuresOf(student.id, (role) => `${role.split('-').at(-1)} `);
            const label = studentLabel(student, season);
            return {
              value: student.id,
              label: texts.length === 0 ? label : `${label}: ${LEFT_TO_RIGHT}${texts.join(', ')}`,
            };
          })}
          onChoose={(to) => onChange(to === null ? others : { ...others, [part]: to })}
        />
        <Text fz="sm" className="paper-only">
          {partLabel(part)} <strong>{chosen ? studentLabel(chosen, season) : '–'}</strong>
          {scored}
        </Text>
      </div>
    );
  };
  return (
    <section aria-label={title}>
      <Group justify="space-between" align="flex-end" gap="xs">
        <Title order={2}>{title}</Title>
        {start}
      </Group>
      {[...Map.groupBy(parts, groupOf)].map(([label, group]) => (
        <Box
          component="fieldset"
          key={label}
          mt="sm"
          className="columns framed"
          data-fill
          style={{ '--column': '11rem' }}
        >
          <legend className="quiet">{label}</legend>
          {group.map(choiceOf)}
        </Box>
      ))}
    </section>
  );
}
