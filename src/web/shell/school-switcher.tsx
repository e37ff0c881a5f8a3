import { useId } from 'react';
import type { SchoolRecord } from '#contract/schools.ts';
import { Choice, type Option } from '#web/components/forms/choice.tsx';
import classes from './school-switcher.module.css';
import { useCurrentSchool, useMyAssignments } from '#web/state/current-school.ts';
import { ifDiscarded } from '#web/state/unsaved.ts';

type School = Pick<SchoolRecord, 'id' | 'name' | 'shortName'>;

/** How every dropdown lists a school. */
export const schoolEntry = ({ name, shortName }: School): string => `${name} (${shortName})`;
export const schoolOptions = (schools: readonly School[]): Option<string>[] =>
  schools.map((school) => ({ value: school.id, label: schoolEntry(school) }));

/** On a page that needs a school, while none is selected. */
export function SchoolChoice({ onChosen }: { onChosen?: () => void }) {
  const { data: assignments = [] } = useMyAssignments();
  const { setSchool } = useCurrentSchool();
  return (
    <Choice
      w="min(24rem, 100%)"
      aria-label="School"
      placeholder="Choose a school"
      value={null}
      options={schoolOptions(assignments.map(({ school }) => school))}
      onChoose={(chosen) => {
        setSchool(chosen);
        onChosen?.();
      }}
    />
  );
}

/** The selected school: a dropdown for several schools, plain text for one, nothing for none. */
export function SchoolSwitcher() {
  const { data: assignments = [] } = useMyAssignments();
  const { school, setSchool } = useCurrentSchool();
  const id = useId();
  const schools = assignments.map((assignment) => assignment.school);
  const [first, second] = schools;
  if (first === undefined) return null;
  if (second === undefined) {
    return (
      <p className={classes.switcher}>
        <span className={classes.label}>Current School:</span>
        <span className={classes.only}>{schoolEntry(first)}</span>
      </p>
    );
  }
  return (
    <div className={classes.switcher}>
      <label className={classes.label} htmlFor={id}>
        Current School:
      </label>
      <Choice
        id={id}
        className={classes.select}
        options={schoolOptions(schools)}
        value={school}
        onChoose={(chosen) => ifDiscarded(() => setSchool(chosen))}
        placeholder="Choose a school"
      />
    </div>
  );
}
