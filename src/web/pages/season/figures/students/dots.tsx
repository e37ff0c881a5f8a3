// Estimates as dots with their 90% intervals on one axis, drawn without a chart library.
import type { ReactNode } from 'react';
import type { StudentCard } from '#contract/student-links.ts';
import { intervalText, signed } from '../../figure-words.ts';
import classes from './dots.module.css';

export type DotRow = {
  key: string;
  label: ReactNode;
  /** What the figures are based on. */
  facts: string;
  mean: number;
  /** The mean on the same scale as the estimate; left out where it is not known. */
  relative?: number;
  estimate: Pick<StudentCard['estimates'][number], 'estimate' | 'low' | 'high'> | undefined;
};

const HEIGHT = 28;
const MIDDLE = HEIGHT / 2;
const MIN_LIMIT = 0.5;
/** How much of each half of the axis is used, so that nothing is drawn over its ends. */
const USED = 0.94;

/**
 * Where the axis ends, in points per score on both sides of the average. Intervals always fit; means may be so far out that
 * the intervals would be too small to see, and are then drawn as arrows at the end.
 */
export function axisLimit(rows: readonly Pick<DotRow, 'estimate' | 'relative'>[]): number {
  const ends = rows.flatMap(({ estimate }) => (estimate ? [Math.abs(estimate.low), Math.abs(estimate.high)] : []));
  const interval = Math.max(MIN_LIMIT, ...ends);
  const means = Math.max(0, ...rows.map(({ relative = 0 }) => Math.abs(relative)));
  return Math.ceil(2 * Math.max(interval, Math.min(means, 2 * interval))) / 2;
}

const place = (value: number, limit: number): number => 50 + (50 * USED * value) / limit;
const percent = (value: number, limit: number): string => `${place(value, limit)}%`;

/** Whole and half points, so that the labels have room on a phone. */
const ticksOf = (limit: number): number[] => {
  const step = limit <= 1 ? 0.5 : Math.ceil(limit / 2);
  return [-2, -1, 1, 2].map((times) => times * step).filter((tick) => Math.abs(tick) <= limit);
};

/** A hollow diamond, which shows on top of a dot in the same place, or an arrow where the value is beyond the axis. */
function MeanMark({ value, limit }: { value: number; limit: number }) {
  const inside = Math.abs(value) <= limit;
  const shown = Math.max(-limit, Math.min(limit, value));
  const arrow = value > 0 ? 'M-4 -5L4 0L-4 5Z' : 'M4 -5L-4 0L4 5Z';
  return (
    <svg x={percent(shown, limit)} y={MIDDLE} overflow="visible">
      <path className={classes.mean} d={inside ? 'M0 -6L6 0L0 6L-6 0Z' : arrow} />
    </svg>
  );
}

function Track({ row: { estimate, relative }, limit }: { row: DotRow; limit: number }) {
  return (
    <svg className={classes.track} height={HEIGHT} aria-hidden="true">
      {ticksOf(limit).map((tick) => (
        <line
          key={tick}
          className={classes.tick}
          x1={percent(tick, limit)}
          x2={percent(tick, limit)}
          y1="0"
          y2={HEIGHT}
        />
      ))}
      <line className={classes.average} x1="50%" x2="50%" y1="0" y2={HEIGHT} />
      {estimate && (
        <line
          className={classes.interval}
          x1={percent(estimate.low, limit)}
          x2={percent(estimate.high, limit)}
          y1={MIDDLE}
          y2={MIDDLE}
        />
      )}
      {estimate && <circle className={classes.dot} cx={percent(estimate.estimate, limit)} cy={MIDDLE} r="5.5" />}
      {relative !== undefined && <MeanMark value={relative} limit={limit} />}
    </svg>
  );
}

/** One row per student or role. The figures that are drawn are also there as text. */
export function Dots({ rows, limit }: { rows: readonly DotRow[]; limit: number }) {
  return (
    <div>
      <ul>
        {rows.map((row) => (
          <li key={row.key} className={classes.row}>
            <div className={`breaks ${classes.label}`}>{row.label}</div>
            <Track row={row} limit={limit} />
            <div className={`tabular ${classes.figure}`}>
              <span className={classes.quiet}>Mean</span> {row.mean.toFixed(2)}
            </div>
            <div className={classes.facts}>{row.facts}</div>
            <span className="spoken">
              {row.estimate
                ? `Adjusted ${signed(row.estimate.estimate)}, 90% interval ${intervalText(row.estimate)}.`
                : 'No adjusted figure yet.'}
            </span>
          </li>
        ))}
      </ul>
      <div className={classes.axis} aria-hidden="true">
        <svg className={classes.track} height="18">
          {ticksOf(limit).map((tick) => (
            <text key={tick} x={percent(tick, limit)} y="13" textAnchor="middle">
              {signed(tick, 1)}
            </text>
          ))}
          <text x="50%" y="13" textAnchor="middle">
            average
          </text>
        </svg>
      </div>
    </div>
  );
}

/** @param onlyEstimates for pictures without means */
export function Legend({ onlyEstimates = false }: { onlyEstimates?: boolean }) {
  return (
    <ul className={`screen-only quiet ${classes.legend}`}>
      <li>
        <svg width="44" height="14" aria-hidden="true">
          <line className={classes.interval} x1="2" x2="42" y1="7" y2="7" />
          <circle className={classes.dot} cx="22" cy="7" r="5.5" />
        </svg>{' '}
        Adjusted figure and its 90% interval
      </li>
      {!onlyEstimates && (
        <li>
          <svg width="16" height="14" aria-hidden="true">
            <path className={classes.mean} d="M8 1L14 7L8 13L2 7Z" />
          </svg>{' '}
          Plain mean, from the same average
        </li>
      )}
    </ul>
  );
}
