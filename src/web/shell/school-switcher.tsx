import { useId } from 'react';
import { Choice } from '#web/components/forms/choice.tsx';
import classes from './school-switcher.module.css';
import { useCurrentSchool, useMyAssignments } from '#web/state/current-school.ts';
import { confirmDiscard } from '#web/state/unsaved.ts';

interface SchoolChoice {
  id: string;
  name: string;
  shortName: string;
}

/** How every dropdown lists a school. */
export function schoolEntry(school: SchoolChoice): string {
  return `${school.name} (${school.shortName})`;
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
        options={schools.map((each) => ({ value: each.id, label: schoolEntry(each) }))}
        value={school}
        onChoose={(chosen) => void confirmDiscard().then((isDiscarded) => isDiscarded && setSchool(chosen))}
        placeholder="Choose a school"
      />
    </div>
  );
}
