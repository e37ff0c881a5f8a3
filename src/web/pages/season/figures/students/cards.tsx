// The feedback cards of all students who were scored, to print in one go.
import type { SeasonFigures } from '#contract/metrics.ts';
import type { Student } from '#contract/rosters.ts';
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
        <FeedbackCard
          key={student.id}
          title={student.name}
          name={student.name}
          mark={markOf(student, record.season)}
          season={record.season}
          scores={scoresOf(student.id)}
          estimates={estimates.get(student.id) ?? []}
        />
      ))}
    </div>
  );
}
