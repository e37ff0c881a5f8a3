// The judges of a round, cell by cell: what each gave, how that compares with the direct opponent, and where they differ
// most. Below it, what the judges say together.
import type { KeptBallot } from '#contract/kept-ballots.ts';
import type { Round } from '#contract/rounds.ts';
import { scoreFieldsOf } from '#ballot/form.ts';
import { generosity } from '#metrics/round.ts';
import { cellOf, fieldOf, opposingCell, otherSide, scoreRowsOf, type Part } from '#metrics/scores.ts';
import { roundSentence } from '#metrics/sentences.ts';
import { TextLink } from '#web/components/ui/links.tsx';
import { StatusMark } from '#web/components/ui/status-mark.tsx';
import { judgeName } from '#web/format.ts';
import { signed } from '../figure-words.ts';
import { cellLabel } from '../part-words.ts';
import { toBallot } from '../address.ts';
import classes from './page.module.css';
import { Section } from '#web/components/ui/section.tsx';

type Side = Round['side'];
/** Who played which part, by side. */
export type Names = Readonly<Record<Side, Readonly<Partial<Record<Part, string>>>>>;

interface ComparisonProps {
  round: Round;
  ballots: readonly KeptBallot[];
  names: Names;
  /** That our side was the better one; null while no ballot is read in full. */
  probability: number | null;
  /** How far the judges of one round differ: a standard deviation, in points of the ballot. */
  noise: number;
}

/** Judges who differ by less agree. */
const MIN_APART = 2;

const apartOf = (ballots: readonly KeptBallot[], field: keyof KeptBallot['scores']): number => {
  const scores = ballots.map(({ scores: given }) => given[field]).filter((score) => score !== null);
  return scores.length < 2 ? 0 : Math.max(...scores) - Math.min(...scores);
};

export function Comparison({ round, ballots, names, ...together }: ComparisonProps) {
  const sides = [round.side, otherSide(round.side)].map((side) => ({
    side,
    title: side === round.side ? 'Your side' : 'The other side',
    fields: scoreFieldsOf(side),
  }));
  const widest = Math.max(...sides.flatMap(({ fields }) => fields.map((field) => apartOf(ballots, field))));
  return (
    <Section id="comparison" title="Judge by judge">
      <Together round={round} ballots={ballots} {...together} />
      <div className={`card ${classes.scroll}`}>
        <table className={`plain-table tabular ${classes.cells}`} aria-labelledby="comparison">
          <thead>
            <tr>
              <th scope="col">Part</th>
              {ballots.map((ballot) => (
                <th scope="col" key={ballot.id}>
                  <TextLink {...toBallot(ballot.roundId ?? round.id, ballot.id)}>{judgeName(ballot)}</TextLink>
                </th>
              ))}
              {ballots.length > 1 && <th scope="col">Apart</th>}
            </tr>
          </thead>
          {sides.map(({ side, title, fields }) => (
            <tbody key={side}>
              <tr>
                <th scope="rowgroup" colSpan={ballots.length + 2} className={classes.side}>
                  {title}
                </th>
              </tr>
              {fields.map((field) => {
                const cell = cellOf(field);
                const apart = apartOf(ballots, field);
                return (
                  <tr key={field}>
                    <th scope="row">
                      {cellLabel(cell)}
                      {names[side][cell.part] !== undefined && <span className="quiet"> {names[side][cell.part]}</span>}
                    </th>
                    {ballots.map((ballot) => (
                      <Score key={ballot.id} scores={ballot.scores} field={field} />
                    ))}
                    {ballots.length > 1 && (
                      <td>
                        {apart === widest && apart >= MIN_APART ? (
                          <StatusMark tone="yellow">
                            <span>
                              {apart}
                              <span className={classes.most}>, the most</span>
                            </span>
                          </StatusMark>
                        ) : (
                          apart
                        )}
                      </td>
                    )}
                  </tr>
                );
              })}
            </tbody>
          ))}
        </table>
      </div>
      <p className="quiet">
        In parentheses: the difference from the direct opponent, who fills the same part on the other side or is the
        other person of a cross-examination.{ballots.length > 1 && ' A triangle marks where the judges differ most.'}
      </p>
    </Section>
  );
}

function Score({ scores, field }: { scores: KeptBallot['scores']; field: keyof KeptBallot['scores'] }) {
  const score = scores[field];
  if (score === null) return <td>Couldn’t read</td>;
  const opposing = opposingCell(cellOf(field));
  const opponentField = opposing && fieldOf(opposing);
  const opponent = opponentField ? scores[opponentField] : null;
  return (
    <td>
      {score}
      {opponent !== null && <span className="quiet"> ({signed(score - opponent, 0)})</span>}
    </td>
  );
}

/** What the judges say together, and how generous each of them was in this round. */
function Together({ round, ballots, probability, noise }: Omit<ComparisonProps, 'names'>) {
  const rows = ballots.map(({ id, judge, scores }) => ({
    judge,
    trial: 0,
    rows: scoreRowsOf({
      season: '',
      tournament: '',
      round: '',
      ballot: id,
      judge,
      side: round.side,
      students: {},
      scores,
    }),
  }));
  const judges = generosity({ season: '', tournament: '', round: '', ours: round.side, ballots: rows });
  return (
    <>
      {probability !== null && (
        <>
          <p>{roundSentence(probability)}</p>
          <p className="quiet screen-only">
            That allows for how far judges of the same round differ: about {noise.toFixed(1)} points on a ballot.
          </p>
        </>
      )}
      {ballots.length > 1 && (
        <ul className={`bullets screen-only ${classes.judges}`}>
          {ballots.map((ballot, index) => (
            <li key={ballot.id}>{generosityText(judgeName(ballot), judges[index]?.points ?? null)}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function generosityText(judge: string, difference: number | null): string {
  if (difference === null) return `${judge}: no cell was read on all ballots.`;
  const size = Math.abs(difference).toFixed(1);
  if (Number(size) === 0) return `${judge} scored like the average of this round’s judges.`;
  return `${judge} gave ${size} ${difference > 0 ? 'more' : 'less'} per score than the average of this round’s judges.`;
}
