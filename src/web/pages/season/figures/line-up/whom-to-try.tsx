// The students that one more round in a part would tell most about. It is about learning, not about winning.
import { Title } from '@mantine/core';
import { Fragment } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Student } from '#contract/rosters.ts';
import { PARTS, rolesOf, type Part, type Role } from '#metrics/scores.ts';
import { percent } from '#metrics/sentences.ts';
import { Choice } from '#web/components/forms/choice.tsx';
import { roleLabel } from '../../figure-words.ts';
import { partLabel } from '../../part-words.ts';
import { Loaded } from '#web/server/loaded.tsx';
import { api } from '#web/server/query-client.ts';
import { useSeasonInput } from '../season-frame.tsx';
import classes from './page.module.css';

const MAX_SHOWN = 5;

interface WhomToTryProps {
  part: Part | null;
  onPart: (part: Part) => void;
  students: ReadonlyMap<string, Student>;
}

export function WhomToTry({ part, onPart, students }: WhomToTryProps) {
  return (
    <section aria-label="Whom to try">
      <Title order={2}>Whom to try</Title>
      <p className={classes.intro}>
        A practice round is a chance to learn. Choose a part to see the students you’d learn the most about from one
        more round in it.
      </p>
      <Choice
        className={classes.copy}
        label="Part"
        placeholder="Choose a part"
        value={part}
        options={PARTS.map((each) => ({ value: each, label: partLabel(each) }))}
        onChoose={onPart}
      />
      {part !== null && <Tries key={part} part={part} students={students} />}
    </section>
  );
}

function Tries({ part, students }: { part: Part; students: WhomToTryProps['students'] }) {
  const input = { ...useSeasonInput(), part };
  const tries = useQuery(api.metrics.whomToTry.queryOptions({ input, meta: { failed: 'Failed to load whom to try' } }));
  return (
    <Loaded what="whom to try" of={{ tries }}>
      {(loaded) => <ByRole part={part} tries={loaded.tries} students={students} season={input.season} />}
    </Loaded>
  );
}

interface ByRoleProps {
  part: Part;
  tries: readonly { studentId: string; role: Role; learned: number }[];
  students: WhomToTryProps['students'];
  season: string;
}

function ByRole({ part, tries, students, season }: ByRoleProps) {
  const known = tries.filter(({ studentId }) => students.has(studentId));
  if (known.length === 0) return <p>No ballots in {season} yet.</p>;
  return rolesOf(part)
    .filter((role) => known.some((each) => each.role === role))
    .map((role) => (
      <Fragment key={role}>
        <Title order={3} className={classes.role}>
          {roleLabel(role)}
        </Title>
        <ul className={classes.tries}>
          {known
            .filter((each) => each.role === role)
            .slice(0, MAX_SHOWN)
            .map(({ studentId, learned }) => (
              <li key={studentId}>
                <strong>{students.get(studentId)?.name}</strong>: one more round would tell you about {percent(learned)}{' '}
                of what you don’t know yet.
              </li>
            ))}
        </ul>
      </Fragment>
    ));
}
