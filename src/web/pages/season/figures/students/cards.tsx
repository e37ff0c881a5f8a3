// The feedback cards of all students who were scored, to print in one go.
import { Box } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { useId, useState, type ReactNode } from 'react';
import type { SeasonFigures } from '#contract/metrics.ts';
import type { Student } from '#contract/rosters.ts';
import { useIsPrinting } from '#web/components/table/use-is-printing.ts';
import { studentScores, type SeasonRecord } from '../season-rows.ts';
import { FeedbackCard } from './feedback-card.tsx';
import { markOf } from './figures.ts';
import classes from './feedback-card.module.css';

interface CardsProps {
  record: SeasonRecord;
  figures: SeasonFigures;
  students: ReadonlyMap<string, Student>;
}

export function Cards({ record, figures, students }: CardsProps) {
  const estimates = Map.groupBy(figures.estimates, ({ studentId }) => studentId);
  const scored = [...students.values()].filter(({ id }) => estimates.has(id));
  const scoresOf = studentScores(record);
  return (
    <div className={classes.cards}>
      {scored.map((student) => (
        <OnceNear key={student.id} name={student.name}>
          {() => (
            <FeedbackCard
              title={student.name}
              name={student.name}
              mark={markOf(student, record.season)}
              season={record.season}
              scores={scoresOf(student.id)}
              estimates={estimates.get(student.id) ?? []}
            />
          )}
        </OnceNear>
      ))}
    </div>
  );
}

/** A card has hundreds of elements, and a program hundreds of students: until it is near the view or printed, it is only a name. */
function OnceNear({ name, children }: { name: string; children: () => ReactNode }) {
  const heading = useId();
  const isPrinting = useIsPrinting();
  const { ref, entry } = useIntersection({ rootMargin: '100% 0px' });
  const [wasNear, setNear] = useState(false);
  if (entry?.isIntersecting && !wasNear) setNear(true);
  if (wasNear || isPrinting) return children();
  return (
    <Box ref={ref} component="article" mih="40rem" className="card" aria-labelledby={heading}>
      <h2 className="paper-title" id={heading}>
        {name}
      </h2>
    </Box>
  );
}
