// The students about whom the scores say least in a part. It is about learning, not about winning.
import { Title } from '@mantine/core';
import { Fragment } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Student } from '#contract/rosters.ts';
import { CELL_ROLES } from '#ballot/sheet/sheet.ts';
import type { Part, Role } from '#metrics/scores.ts';
import { trySentence } from '#metrics/sentences.ts';
import { Choice } from '#web/components/forms/choice.tsx';
import { roleLabel } from '../../figure-words.ts';
import { partLabel } from '../../part-words.ts';
import { Loaded } from '#web/server/loaded.tsx';
import { api } from '#web/server/query-client.ts';
import { useSeasonInput } from '../season-frame.tsx';
import classes from './page.module.css';
import type { EstimateOf } from './part-choice.tsx';

const MAX_SHOWN = 5;

interface WhomToTryProps {
  parts: readonly Part[];
  part: Part | null;
  onPart: (part: Part) => void;
  students: ReadonlyMap<string, Student>;
  /** Undefined while the figures load. */
  estimateOf: EstimateOf | undefined;
}

export function WhomToTry({ parts, part, onPart, students, estimateOf }: WhomToTryProps) {
  return (
    <section className={part === null ? 'screen-only' : undefined} aria-label="Whom to try">
      <Title order={2}>Whom to try</Title>
      <p className={classes.sentence}>
        Choose a part, and give its next practice round to the first student on the list: the scores say the least about
        them.
      </p>
      <Choice
        className={`screen-only ${classes.copy}`}
        label="Part"
        placeholder="Choose a part"
        value={part}
        options={parts.map((each) => ({ value: each, label: partLabel(each) }))}
        onChoose={onPart}
      />
      {part !== null && estimateOf && <Tries key={part} part={part} students={students} estimateOf={estimateOf} />}
    </section>
  );
}

interface TriesProps extends Pick<WhomToTryProps, 'students'> {
  part: Part;
  estimateOf: EstimateOf;
}

function Tries({ part, students, estimateOf }: TriesProps) {
  const input = { ...useSeasonInput(), part };
  const tries = useQuery(api.metrics.whomToTry.queryOptions({ input, meta: { failed: 'Failed to load whom to try' } }));
  return (
    <Loaded what="whom to try" of={{ tries }}>
      {(loaded) => <ByRole tries={loaded.tries} students={students} season={input.season} estimateOf={estimateOf} />}
    </Loaded>
  );
}

interface ByRoleProps {
  tries: readonly { studentId: string; role: Role }[];
  students: WhomToTryProps['students'];
  estimateOf: EstimateOf;
  season: string;
}

function ByRole({ tries, students, season, estimateOf }: ByRoleProps) {
  const playedBy = (studentId: string, role: Role): number => estimateOf(studentId, role)?.rounds ?? 0;
  const known = tries.filter(({ studentId }) => students.has(studentId));
  if (known.length === 0) return <p>No ballots in {season} yet.</p>;
  return CELL_ROLES.filter((role) => known.some((each) => each.role === role)).map((role) => (
    <Fragment key={role}>
      <Title order={3} mt="md" mb="0.25rem">
        {roleLabel(role)}
      </Title>
      <ul className={`bullets ${classes.tries}`}>
        {known
          .filter((each) => each.role === role)
          .slice(0, MAX_SHOWN)
          .map(({ studentId }) => (
            <li key={studentId}>
              <strong>{students.get(studentId)?.name}</strong>: {trySentence(role, playedBy(studentId, role))}
            </li>
          ))}
      </ul>
    </Fragment>
  ));
}
