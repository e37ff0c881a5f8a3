import { Input } from '@mantine/core';
import { useState } from 'react';
import type { Doubt } from '#ballot/doubts.ts';
import type { PhotoPoint } from '#ballot/extracted.ts';
import { SCORE_ROWS, type Ballot, type ScoreField, type ScoreRow, type Side } from '#ballot/form.ts';
import { checkTotal } from '#ballot/paper-total.ts';
import { resultText, totalOf, totalText } from '#ballot/score.ts';
import { Icon } from '#web/art/icons.tsx';
import { CutOut } from './cut-out.tsx';
import type { Photo } from './photo.ts';
import { ScoreCell } from './score-cell.tsx';
import classes from './scores-table.module.css';

interface ScoresTableProps {
  ballot: Ballot;
  doubts: ReadonlyMap<ScoreField, readonly Doubt[]>;
  /** Where a score stands on the photo; undefined when that is not known. */
  boxOf: (field: ScoreField) => readonly PhotoPoint[] | undefined;
  photo: Photo | null;
  onPaper: Record<Side, string>;
  onScore: (field: ScoreField, score: number) => void;
  onConfirm: (field: ScoreField) => void;
  onCell: (field: ScoreField) => void;
  onLeaveCell: () => void;
  onTotalOnPaper: (side: Side, entered: string) => void;
}

const SIDES = [
  { side: 'p', name: 'P Team' },
  { side: 'd', name: 'D Team' },
] as const satisfies { side: Side; name: string }[];

/** The rows of one witness stand together under that witness's name. */
const GROUPS = [...Map.groupBy(SCORE_ROWS, (row) => row.group ?? row.label)];
const labelOf = (row: ScoreRow, name: string): string =>
  `${row.group === null ? row.label : `${row.group}, ${row.label}`}, ${name} Score`;

export function ScoresTable(props: ScoresTableProps) {
  const { ballot, doubts, boxOf, photo, onPaper, onScore, onConfirm, onCell, onLeaveCell, onTotalOnPaper } = props;
  // A total that is being entered differs until its last digit: what disagrees is said behind it, what agrees at once.
  const [entering, setEntering] = useState<Side | null>(null);
  const cell = (row: ScoreRow, side: Side, name: string) => {
    const field = row[side];
    if (field === null) return <td key={side} className={classes.none} aria-hidden="true" />;
    const box = boxOf(field);
    return (
      <td key={side}>
        <ScoreCell
          field={field}
          label={labelOf(row, name)}
          score={ballot[field]}
          doubts={doubts.get(field) ?? []}
          cutOut={photo && box && <CutOut photo={photo} box={box} label={`${labelOf(row, name)} on the paper`} />}
          onScore={(score) => onScore(field, score)}
          onConfirm={() => onConfirm(field)}
          onFocus={() => onCell(field)}
          onBlur={onLeaveCell}
        />
      </td>
    );
  };
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Score Type</th>
          <th scope="col">P Team Score</th>
          <th scope="col">D Team Score</th>
        </tr>
      </thead>
      {GROUPS.map(([name, rows]) => (
        <tbody key={name}>
          {rows[0]?.group !== null && (
            <tr className={classes.group}>
              <th scope="rowgroup" colSpan={3}>
                {name}
              </th>
            </tr>
          )}
          {rows.map((row) => (
            <tr key={row.label} data-single={row.group === null || undefined}>
              <th scope="row">{row.label}</th>
              {SIDES.map(({ side, name: sideName }) => cell(row, side, sideName))}
            </tr>
          ))}
        </tbody>
      ))}
      <tbody className={classes.onPaper}>
        <tr>
          <th scope="row">Total on paper (optional)</th>
          {SIDES.map(({ side, name }) => {
            const found = checkTotal(onPaper[side], totalOf(ballot, side));
            const check = found?.agrees || entering !== side ? found : null;
            return (
              <td key={side}>
                <Input
                  aria-label={`${name} total on paper`}
                  inputMode="numeric"
                  autoComplete="off"
                  size="xs"
                  value={onPaper[side]}
                  error={check?.agrees === false}
                  onChange={(event) => {
                    setEntering(side);
                    onTotalOnPaper(side, event.currentTarget.value);
                  }}
                  onBlur={() => setEntering(null)}
                  // The library would tie it to a description of its own, which it has none of.
                  withAria={false}
                  aria-invalid={check?.agrees === false}
                  aria-describedby={check ? `on-paper-${side}` : undefined}
                />
                <output id={`on-paper-${side}`} className={classes.check} data-agrees={check?.agrees}>
                  {check && <Icon name={check.agrees ? 'check' : 'alert'} size={14} />}
                  {check?.text}
                </output>
              </td>
            );
          })}
        </tr>
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          {SIDES.map(({ side }) => (
            <td key={side}>{totalText(totalOf(ballot, side))}</td>
          ))}
        </tr>
        <tr>
          <th scope="row">Result</th>
          <td>{resultText(totalOf(ballot, 'p'), totalOf(ballot, 'd'))}</td>
          <td>{resultText(totalOf(ballot, 'd'), totalOf(ballot, 'p'))}</td>
        </tr>
      </tfoot>
    </table>
  );
}
