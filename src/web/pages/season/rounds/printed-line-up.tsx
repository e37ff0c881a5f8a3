import { partLabel } from '../part-words.ts';
import type { Part } from '#metrics/scores.ts';
import { hasWitness, partsToShow, witnessField, type LineUpField, type LineUpRecord } from './line-up-record.ts';
import classes from './page.module.css';

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
    <ul className={`paper-only ${classes.onPaper}`}>
      {partsToShow(parts, record).map((part) => {
        const witness = hasWitness(part) ? textOf(record[witnessField(part)] ?? '', witnessField(part)) : '';
        return (
          <li key={part}>
            {partLabel(part)} <strong>{record[part] === null ? '–' : textOf(record[part], part)}</strong>
            {witness !== '' && ` (${witness})`}
          </li>
        );
      })}
    </ul>
  );
}
