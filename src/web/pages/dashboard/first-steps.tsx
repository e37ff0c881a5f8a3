// What a new Primary Admin does first. It leaves when the school has a team, a student and a tournament.
import { Title } from '@mantine/core';
import { Icon } from '#web/art/icons.tsx';
import { AskSupport } from '#web/components/ask-support.tsx';
import classes from './first-steps.module.css';

interface FirstStepsProps {
  hasTeams: boolean;
  hasStudents: boolean;
  hasTournaments: boolean;
}

export default function FirstSteps({ hasTeams, hasStudents, hasTournaments }: FirstStepsProps) {
  const steps = [
    { done: hasTeams, what: 'Add your teams', how: 'Choose “Add Team” under Teams.' },
    { done: hasStudents, what: 'Add your students', how: 'Choose “Add Student” under Students; you can paste a list.' },
    { done: hasTournaments, what: 'Add your tournaments', how: 'Choose “Add Tournament” under Tournaments.' },
  ];
  return (
    <section className={classes.steps} aria-labelledby="first-steps">
      <Title order={3} id="first-steps">
        First steps
      </Title>
      <ol>
        {steps.map(({ done, what, how }) => (
          <li key={what} data-done={done || undefined}>
            <span className={classes.mark}>{done && <Icon name="check" size={16} />}</span>
            <span>
              <strong>{what}</strong> {done ? '(done)' : how}
            </span>
          </li>
        ))}
      </ol>
      <p>
        Colleagues with an account ask for access on their dashboard, and you confirm them here. A super admin invites
        everyone else. <AskSupport before="To ask for an invitation, " />
      </p>
    </section>
  );
}
