// Whether the scores tell two students apart, in words.
import { Box } from '@mantine/core';
import type { Student } from '#contract/rosters.ts';
import { CELL_ROLES } from '#ballot/sheet/sheet.ts';
import { comparisonSentence } from '#metrics/sentences.ts';
import { Choice } from '#web/components/forms/choice.tsx';
import { Loaded } from '#web/server/loaded.tsx';
import { api } from '#web/server/query-client.ts';
import { useLoad } from '#web/server/use-load.ts';
import type { StudentsChange } from '../../address.ts';
import { useSeasonInput } from '../season-frame.tsx';
import classes from './page.module.css';
import { Section } from '#web/components/ui/section.tsx';

interface CompareProps {
  /** Those who have scores. */
  students: readonly Student[];
  one: string | undefined;
  other: string | undefined;
  change: (changed: StudentsChange) => void;
}

export function Compare({ students, one, other, change }: CompareProps) {
  const pair = [one, other].flatMap((id) => students.find((student) => student.id === id) ?? []);
  return (
    <Section
      mb="lg"
      className={`readable ${classes.compare} ${pair.length === 2 ? '' : 'screen-only'}`}
      id="compare"
      title="Compare two students"
    >
      <Box className="columns screen-only" maw="32rem" mt="xs" mb="sm" style={{ '--column': '14rem' }}>
        {(['one', 'other'] as const).map((which) => (
          <Choice
            key={which}
            label={which === 'one' ? 'One student' : 'The other student'}
            placeholder="Choose a student"
            value={{ one, other }[which] ?? null}
            options={students
              .filter(({ id }) => id !== (which === 'one' ? other : one))
              .map(({ id, name }) => ({ value: id, label: name }))}
            onChoose={(id) => change({ [which]: id })}
          />
        ))}
      </Box>
      {pair.length === 2 && <Sentences key={`${one} ${other}`} pair={pair} />}
    </Section>
  );
}

function Sentences({ pair }: { pair: readonly Student[] }) {
  const [one, other] = pair.map(({ id }) => id) as [string, string];
  const input = { ...useSeasonInput(), one, other };
  const comparisons = useLoad(api.metrics.compare, 'Failed to compare the students', input);
  const nameOf = (student: string): string => pair.find(({ id }) => id === student)?.name ?? '';
  return (
    <Loaded what="the comparison" of={{ comparisons }}>
      {(loaded) => {
        const known = CELL_ROLES.flatMap(
          (role) => loaded.comparisons?.comparisons.filter((each) => each.role === role) ?? [],
        );
        if (known.length === 0) return <p>These two students have no role in common on the same side.</p>;
        return (
          <ul>
            {known.map(({ a, b, role, probability }) => (
              <li key={role}>{comparisonSentence({ a: nameOf(a), b: nameOf(b), role, probability })}</li>
            ))}
          </ul>
        );
      }}
    </Loaded>
  );
}
