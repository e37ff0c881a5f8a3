// The judges of a round, cell by cell: what each gave, how that compares with the direct opponent, and where they differ
// most. Below it, what the judges say together.
import { Box } from '@mantine/core';
import type { KeptBallot } from '#contract/kept-ballots.ts';
import type { Round } from '#contract/rounds.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { cellsOf, sidesOf, type Sheet } from '#ballot/sheet/sheet.ts';
import { betterFromMargins, generosity, type MarginNoise } from '#metrics/round.ts';
import { opposingOn } from '#metrics/sheet-parts.ts';
import { noiseSentence, roundSentence } from '#metrics/sentences.ts';
import { TextLink } from '#web/components/ui/links.tsx';
import { StatusMark } from '#web/components/ui/status-mark.tsx';
import { signed } from '../figure-words.ts';
import { sheetCellLabel } from '../part-words.ts';
import { toBallot } from '../address.ts';
import type { RoundPeople } from '../ballots/round-people.ts';
import classes from './page.module.css';
import { Section } from '#web/components/ui/section.tsx';

interface ComparisonProps {
  sheet: Sheet;
  round: Round;
  /** On this sheet. */
  ballots: readonly KeptBallot[];
  nameOfScore: RoundPeople['nameOfScore'];
  /** The judge of a ballot, among all of the round. */
  judgeOf: (ballot: KeptBallot) => string;
  /** The round has ballots on other sheets, too. */
  isOneOfSeveral: boolean;
  /** Ours, on the ballots that were read in full. */
  margins: readonly number[];
  /** How far the judges of one round differ: a standard deviation, in points of the ballot. */
  noise: MarginNoise;
}

/** Judges who differ by less agree. */
const MIN_APART = 2;

const scoreOf = ({ scores }: KeptBallot, key: string): number | null => scores[key] ?? null;

const apartOf = (ballots: readonly KeptBallot[], key: string): number | null => {
  const scores = ballots.map((ballot) => scoreOf(ballot, key)).filter((score) => score !== null);
  return scores.length < 2 ? null : Math.max(...scores) - Math.min(...scores);
};

export function Comparison({
  sheet,
  isOneOfSeveral,
  round,
  ballots,
  nameOfScore,
  judgeOf,
  ...together
}: ComparisonProps) {
  const ownFirst = sidesOf(sheet).toSorted((one, other) => Number(other === round.side) - Number(one === round.side));
  const sides = ownFirst.map((side) => ({
    side,
    title: side === round.side ? 'Your side' : 'The other side',
    cells: cellsOf(sheet, side),
  }));
  const id = isOneOfSeveral ? `comparison-${sheet.id}-${sheet.version}` : 'comparison';
  const widest = Math.max(...cellsOf(sheet).map(({ key }) => apartOf(ballots, key) ?? 0));
  return (
    <Section id={id} title={isOneOfSeveral ? `Judge by judge: ${sheet.title}` : 'Judge by judge'}>
      <Together sheet={sheet} ballots={ballots} judgeOf={judgeOf} {...together} />
      {/* Positioned, so that texts for screen readers stay within it and don’t widen the page. */}
      <Box p={0} pos="relative" className="card" style={{ overflowX: 'auto' }}>
        <table className={`plain-table ${classes.cells}`} aria-labelledby={id}>
          <thead>
            <tr>
              <th scope="col">Part</th>
              {ballots.map((ballot) => (
                <th scope="col" key={ballot.id}>
                  <TextLink {...toBallot(ballot.roundId ?? round.id, ballot.id)}>{judgeOf(ballot)}</TextLink>
                </th>
              ))}
              {ballots.length > 1 && <th scope="col">Spread</th>}
            </tr>
          </thead>
          {sides.map(({ side, title, cells }) => (
            <tbody key={side}>
              <tr>
                <th scope="rowgroup" colSpan={ballots.length + 2} className={classes.side}>
                  {title}
                </th>
              </tr>
              {cells.map((cell) => {
                const apart = apartOf(ballots, cell.key);
                const name = nameOfScore(sheet, cell.key);
                const opposing = opposingOn(sheet, cell);
                return (
                  <tr key={cell.key}>
                    <th scope="row">
                      {sheetCellLabel(cell)}
                      {name !== null && <span className="quiet"> {name}</span>}
                    </th>
                    {ballots.map((ballot) => (
                      <Score
                        key={ballot.id}
                        score={scoreOf(ballot, cell.key)}
                        opponent={opposing ? scoreOf(ballot, opposing.key) : null}
                      />
                    ))}
                    {ballots.length > 1 && (
                      <td>
                        {apart !== null && apart === widest && apart >= MIN_APART ? (
                          <StatusMark tone="yellow">
                            <span>
                              {apart}
                              <span className="spoken-on-phones">, the widest</span>
                            </span>
                          </StatusMark>
                        ) : (
                          (apart ?? '–')
                        )}
                      </td>
                    )}
                  </tr>
                );
              })}
            </tbody>
          ))}
        </table>
      </Box>
      <p className="quiet">
        In parentheses: the difference from the direct opponent, who fills the same part on the other side or is the
        other person of a cross-examination.{ballots.length > 1 && ' A triangle marks where the judges differ most.'}
      </p>
    </Section>
  );
}

function Score({ score, opponent }: { score: number | null; opponent: number | null }) {
  if (score === null) return <td>–</td>;
  return (
    <td>
      {score}
      {opponent !== null && <span className="quiet"> ({signed(score - opponent, 0)})</span>}
    </td>
  );
}

/** What the judges say together, and how generous each of them was in this round. */
type TogetherProps = Pick<ComparisonProps, 'sheet' | 'ballots' | 'judgeOf' | 'margins' | 'noise'>;

function Together({ sheet, ballots, judgeOf, margins, noise }: TogetherProps) {
  const probability = betterFromMargins(margins, noise.points);
  const points = generosity(ballots.map(({ scores }) => scores));
  return (
    <>
      {probability !== null && (
        <>
          <p>{roundSentence(probability)}</p>
          <p className="quiet screen-only">{noiseSentence(noise, sheet.id === COLLEGE_28.id)}</p>
        </>
      )}
      {ballots.length > 1 && (
        <Box component="ul" mb="sm" className="bullets screen-only">
          {ballots.map((ballot, index) => (
            <li key={ballot.id}>{generosityText(judgeOf(ballot), points[index] ?? null)}</li>
          ))}
        </Box>
      )}
    </>
  );
}

function generosityText(judge: string, difference: number | null): string {
  if (difference === null) return `${judge}: no score can be compared with the other ballots.`;
  const size = Math.abs(difference).toFixed(1);
  if (Number(size) === 0) return `${judge} scored like the average of this round’s judges.`;
  return `${judge} gave ${size} ${difference > 0 ? 'more' : 'less'} per score than the average of this round’s judges.`;
}
