// What a season says about one student, on one page of paper.
import { useId, type ReactNode } from 'react';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import type { StudentCard } from '#contract/student-links.ts';
import { OTHER_SCALES, OTHER_SHEET, reliabilitySentence, shareOf, studentSentence } from '#metrics/sentences.ts';
import { FigureTable } from '#web/components/table/figure-table.tsx';
import { SortableTable } from '#web/components/table/sortable-table.tsx';
import { counted, factsText } from '#web/format.ts';
import { intervalText, roleLabel, signed, SIDE_LABELS } from '../../figure-words.ts';
import { partLabel } from '../../part-words.ts';
import { axisLimit, Dots, Legend } from './dots.tsx';
import { overallOf, ownRoles, ownRounds, type CardScore, type OwnRound } from './own-figures.ts';
import classes from './feedback-card.module.css';

interface FeedbackCardProps {
  name: string;
  /** "Graduate", or empty. */
  mark: string;
  season: string;
  scores: readonly CardScore[];
  /** Of the score sheet that the scores are on. */
  estimates: readonly Omit<StudentCard['estimates'][number], 'sheetId'>[];
  /** Why there are no estimates, or only some. */
  missing?: string | undefined;
  /** The name of the student or of the score sheet, where the page's own title doesn't say it. */
  title?: string | undefined;
  /** The name of a round as a link to it, where there are pages to go to. */
  linkToRound?: (roundId: string, name: string) => ReactNode;
}

const orDash = (value: number | null): string => (value === null ? '–' : signed(value));
const roundLabel = ({ tournament, round, side }: OwnRound): string =>
  `${tournament}, round ${round} (${SIDE_LABELS[side]})`;

export function FeedbackCard({
  name,
  mark,
  season,
  scores,
  estimates,
  missing,
  title,
  linkToRound,
}: FeedbackCardProps) {
  const heading = useId();
  const roundName = (round: OwnRound): ReactNode => linkToRound?.(round.id, roundLabel(round)) ?? roundLabel(round);
  const ofRole = new Map(estimates.map((estimate) => [estimate.role, estimate]));
  const roles = ownRoles(scores).map((figures) => ({ ...figures, estimate: ofRole.get(figures.role) }));
  const rounds = ownRounds(scores);
  const comments = rounds.flatMap((round) => round.comments.map((comment) => ({ ...comment, round })));
  const ballots = new Set(scores.map(({ ballotId }) => ballotId)).size;
  const surest = estimates.toSorted((one, other) => other.reliability - one.reliability)[0];
  const mean = overallOf(scores);
  const overall = mean !== null && `overall ${mean.toFixed(2)}, the mean of the roles’ means`;
  // Not the library's: the card is also shown on a page without it.
  const Heading = title ? 'h3' : 'h2';
  return (
    <article
      className={`${title ? 'card ' : ''}${classes.card}`}
      aria-labelledby={title && heading}
      aria-label={title ? undefined : name}
    >
      <header>
        {title && (
          <h2 className="paper-title" id={heading}>
            {title}
          </h2>
        )}
        {estimates.length > 0 && <p className={classes.gist}>{studentSentence(name, estimates)}</p>}
        {missing && <p role="status">{missing}</p>}
        <p className="quiet">
          {factsText(season, mark, counted(rounds.length, 'round'), counted(ballots, 'ballot'), overall)}
        </p>
      </header>
      {rounds.length === 0 ? (
        <p>No scores in {season} yet.</p>
      ) : (
        <>
          <section>
            <Heading className={classes.heading}>By role</Heading>
            <div className={`screen-only ${classes.picture}`}>
              <Legend onlyEstimates />
              <Dots
                limit={axisLimit(roles)}
                rows={roles.map((figures) => ({
                  key: figures.role,
                  label: roleLabel(figures.role),
                  facts: factsText(
                    counted(figures.scores, 'score'),
                    counted(figures.rounds, 'round'),
                    figures.estimate && shareOf(figures.estimate, name),
                  ),
                  mean: figures.mean,
                  estimate: figures.estimate,
                }))}
              />
            </div>
            <SortableTable
              label="Scores by role"
              rows={roles}
              rowKey={({ role }) => role}
              columns={[
                { label: 'Role', by: ({ role }) => roleLabel(role), cell: ({ role }) => roleLabel(role) },
                { label: 'Scores', by: ({ scores: count }) => count, cell: (figures) => figures.scores },
                { label: 'Mean', by: (figures) => figures.mean, cell: (figures) => figures.mean.toFixed(2) },
                { label: 'Median', by: (figures) => figures.median, cell: (figures) => figures.median.toFixed(1) },
                {
                  label: 'Against the ballots’ means',
                  by: (figures) => figures.againstBallot,
                  cell: (figures) => orDash(figures.againstBallot),
                },
                {
                  label: 'Against opponent',
                  by: (figures) => figures.againstOpponent,
                  cell: (figures) => orDash(figures.againstOpponent),
                },
                {
                  label: 'Adjusted',
                  by: ({ estimate }) => estimate?.estimate ?? null,
                  cell: ({ estimate }) => (estimate ? signed(estimate.estimate) : '–'),
                },
                { label: '90% interval', cell: ({ estimate }) => (estimate ? intervalText(estimate) : '–') },
              ]}
            />
            <p className="quiet readable">
              Adjusted: points per score compared with the program’s average student in the role, after accounting for
              judges, opponents, and the side. The true figure is inside the interval nine times out of ten.
              {surest && ` ${reliabilitySentence({ ...surest, student: name })}`}
              {scores[0]?.sheetId !== COLLEGE_28.id && ` ${OTHER_SHEET} ${OTHER_SCALES}`}
            </p>
          </section>
          <section>
            <Heading className={classes.heading}>Round by round</Heading>
            <FigureTable
              label="Scores by round"
              rows={rounds}
              rowKey={({ id }) => id}
              columns={[
                { label: 'Round', cell: roundName },
                {
                  label: 'Scores, by judge',
                  words: true,
                  cell: ({ cells }) =>
                    cells.map((cell) => (
                      <span key={cell.label} className={classes.cell}>
                        {cell.label} <b>{cell.scores}</b>
                      </span>
                    )),
                },
                { label: 'Against the ballots’ means', cell: (round) => orDash(round.againstBallot) },
                { label: 'Against opponent', cell: (round) => orDash(round.againstOpponent) },
                { label: 'Ranks', words: true, cell: ({ ranks }) => (ranks.length === 0 ? '–' : ranks.join(', ')) },
              ]}
            />
          </section>
          {comments.length > 0 && (
            <section>
              <Heading className={classes.heading}>What judges wrote</Heading>
              <ul className={`readable ${classes.comments}`}>
                {comments.map(({ key, part, judge, text, round }) => (
                  <li key={key}>
                    <span className="facts">
                      {partLabel(part)}, {roundName(round)}, judge {judge}
                    </span>
                    {text}
                  </li>
                ))}
              </ul>
            </section>
          )}
        </>
      )}
    </article>
  );
}
