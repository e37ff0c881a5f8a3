// Who does one part, and what the season's scores say about that person in it.
import type { Estimate } from '#contract/metrics.ts';
import type { Part, Role } from '#metrics/scores.ts';
import { Choice, type Option } from '#web/components/forms/choice.tsx';
import { intervalText, roleLabel, signed } from '../../figure-words.ts';
import { partLabel } from '../../part-words.ts';
import classes from './page.module.css';

/** The estimate of a student in a role; undefined where the student was never scored. */
export type EstimateOf = (studentId: string, role: Role) => Estimate | undefined;

interface PartChoiceProps {
  part: Part;
  /** What it is scored in. */
  roles: readonly Role[];
  /** Undefined while nobody does it. */
  studentId: string | undefined;
  options: readonly Option<string>[];
  nobody: string;
  /** Undefined while the figures load. */
  estimateOf: EstimateOf | undefined;
  onChoose: (id: string) => void;
}

export function PartChoice({ part, roles, studentId, options, nobody, estimateOf, onChoose }: PartChoiceProps) {
  const figures = studentId !== undefined && estimateOf && (
    <span className={classes.figures}>
      {roles.map((role) => (
        <span key={role}>
          {roles.length > 1 && `${roleLabel(role)}: `}
          {figureText(estimateOf(studentId, role))}
        </span>
      ))}
    </span>
  );
  return (
    <div>
      <Choice
        className="screen-only"
        label={partLabel(part)}
        description={figures}
        value={studentId ?? nobody}
        options={options.map(({ value, label }) => ({
          value,
          label: value === nobody || !estimateOf ? label : `${label}: ${figuresText(value, roles, estimateOf)}`,
        }))}
        onChoose={onChoose}
      />
      <p className={`paper-only ${classes.printed}`}>
        {partLabel(part)}{' '}
        <strong>{studentId === undefined ? '–' : options.find(({ value }) => value === studentId)?.label}</strong>
        {figures}
      </p>
    </div>
  );
}

/** "+0.12 (−0.20 to +0.44)", or of a witness "direct +0.12 (…), cross not scored yet". */
const figuresText = (studentId: string, roles: readonly Role[], estimateOf: EstimateOf): string =>
  roles
    .map((role) => {
      const figure = figureText(estimateOf(studentId, role));
      return roles.length === 1 ? figure : `${role.split('-').at(-1)} ${figure}`;
    })
    .join(', ');

const figureText = (estimate: Estimate | undefined): string =>
  estimate ? `${signed(estimate.estimate)} (${intervalText(estimate)})` : 'not scored yet';
