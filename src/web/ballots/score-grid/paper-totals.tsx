import { Input, Text } from '@mantine/core';
import { useState } from 'react';
import type { Side } from '#ballot/form.ts';
import { checkTotal } from '#ballot/paper-total.ts';
import { maximumOf, totalOf } from '#ballot/score.ts';
import { Icon } from '#web/art/icons.tsx';
import type { EnteredScores } from '../scored.ts';
import { namedSides } from './sides.ts';
import classes from './score-grid.module.css';

/** The row that compares the judge's own totals with the sums of the scores. */
export function PaperTotals({ scoring }: { scoring: EnteredScores }) {
  const { sheet, scores, paperTotals: entered, onPaperTotal } = scoring;
  // A total differs until its last digit is typed, so only a match shows while someone types.
  const [typing, setTyping] = useState<Side | null>(null);
  return (
    <tbody className={`screen-only ${classes.onPaper}`}>
      <tr>
        <th scope="row" colSpan={2} className="quiet">
          Total on paper (optional)
        </th>
        {namedSides(sheet).map(({ side, name }) => {
          const result = checkTotal(entered[side], totalOf(sheet, scores, side), maximumOf(sheet, side));
          const check = result?.agrees || typing !== side ? result : null;
          return (
            <td key={side}>
              <Input
                aria-label={`${name} total on paper`}
                inputMode="numeric"
                autoComplete="off"
                size="xs"
                value={entered[side]}
                error={check?.agrees === false}
                onChange={(event) => {
                  setTyping(side);
                  onPaperTotal(side, event.currentTarget.value);
                }}
                onBlur={() => setTyping(null)}
                // Mantine would point aria-describedby at a description that doesn't exist.
                withAria={false}
                aria-invalid={check?.agrees === false}
                aria-describedby={check ? `on-paper-${side}` : undefined}
              />
              <Text
                component="output"
                display="block"
                fz="xs"
                lh={1.35}
                c={check?.agrees ? 'green' : 'red'}
                id={`on-paper-${side}`}
                data-agrees={check?.agrees}
              >
                {check && <Icon name={check.agrees ? 'check' : 'alert'} size={14} />} {check?.text}
              </Text>
            </td>
          );
        })}
      </tr>
    </tbody>
  );
}
