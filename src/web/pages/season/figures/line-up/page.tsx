// Weighs the line-up that a coach thinks of: what the estimates say about it and how surely. It never picks a team.
import { Button, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Side } from '#ballot/form.ts';
import type { Student } from '#contract/rosters.ts';
import type { LineUp } from '#metrics/lineup.ts';
import { PARTS, type Part } from '#metrics/scores.ts';
import { Choice } from '#web/components/forms/choice.tsx';
import { LoadFailed } from '#web/components/feedback/load-failed.tsx';
import { LoadingFigures } from '#web/components/feedback/loading-figures.tsx';
import { SIDE_LABELS, studentLabel } from '../../figure-words.ts';
import { SeasonFrame } from '../season-frame.tsx';
import { useStudents, type SeasonInput } from '../use-season-record.ts';
import { lineUpsQuery } from '#web/records/use-season.ts';
import { api, loadFailure } from '#web/server/query-client.ts';
import { readLineUp, readLineUpAddress, writeLineUp, type LineUpAddress } from './address.ts';
import classes from './page.module.css';
import { PartChoice, type EstimateOf } from './part-choice.tsx';
import { lastOf, SinceLast } from './since-last.tsx';
import { StartFrom } from './start-from.tsx';
import { Verdict } from './verdict.tsx';
import { WhomToTry } from './whom-to-try.tsx';

type Change = (changed: { [Key in keyof LineUpAddress]: LineUpAddress[Key] | undefined }) => void;

export function LineUpPage() {
  const address = readLineUpAddress(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change: Change = (changed) =>
    void navigate({
      to: '/season/line-up',
      // The address may be ahead of what is drawn.
      search: (before) => readLineUpAddress({ ...before, ...changed }),
      replace: true,
      resetScroll: false,
    });
  return (
    <SeasonFrame
      title="Line-up"
      intro="Choose six people for eleven parts and see what the season’s scores say about them. The choice stays yours: nothing here picks a team."
      season={address.season}
      onSeason={(season) => change({ season })}
      filters={() => (
        <Choice<Side>
          label="Side"
          value={address.side ?? 'p'}
          options={[
            { value: 'p', label: SIDE_LABELS.p },
            { value: 'd', label: SIDE_LABELS.d },
          ]}
          onChoose={(side) => change({ side })}
        />
      )}
    >
      {(input) => <Season key={input.season} input={input} address={address} change={change} />}
    </SeasonFrame>
  );
}

interface SeasonProps {
  input: SeasonInput;
  address: LineUpAddress;
  change: Change;
}

function Season({ input, address, change }: SeasonProps) {
  const students = useStudents(input.schoolId);
  const rounds = useQuery(lineUpsQuery(input));
  const season = useQuery(api.seasonBook.season.queryOptions({ input, meta: { failed: 'Failed to load the season' } }));
  const figures = useQuery(
    api.metrics.season.queryOptions({ input, meta: { failed: 'Failed to load the adjusted figures' } }),
  );
  const estimates = figures.data?.estimates;
  const estimateOf: EstimateOf | undefined =
    estimates && ((id, role) => estimates.find((each) => each.studentId === id && each.role === role));
  const failure = students.failure ?? loadFailure(rounds) ?? loadFailure(season);
  if (failure) return <LoadFailed what="students and line-ups" {...failure} />;
  if (!students.data || !rounds.data || !season.data) return <LoadingFigures what="students and line-ups" />;
  const side = address.side ?? 'p';
  const active = new Map([...students.data].filter(([, student]) => !student.isArchived));
  // Somebody archived since the address was made is no longer in the line-up.
  const known = (text: string | undefined): LineUp =>
    Object.fromEntries(Object.entries(readLineUp(text)).filter(([, id]) => active.has(id)));
  const one = known(address.one);
  const last = lastOf(season.data, rounds.data, side, one);
  const other = address.other === undefined ? undefined : known(address.other);
  return (
    <>
      <StartFrom
        schoolId={input.schoolId}
        season={season.data}
        lineUps={rounds.data}
        side={side}
        students={active}
        chosen={address.one}
        onChoose={(lineUp) => change({ one: lineUp })}
      />
      <div className={classes.columns} data-two={other !== undefined || undefined}>
        <Parts
          title={other === undefined ? 'Your line-up' : 'Line-up A'}
          season={input.season}
          lineUp={one}
          students={active}
          estimateOf={estimateOf}
          onChange={(changed) => change({ one: writeLineUp(changed) })}
        />
        {other !== undefined && (
          <Parts
            title="Line-up B"
            season={input.season}
            lineUp={other}
            students={active}
            estimateOf={estimateOf}
            onChange={(changed) => change({ other: writeLineUp(changed) })}
          />
        )}
      </div>
      <div className={classes.buttons}>
        {other === undefined ? (
          <Button variant="default" onClick={() => change({ other: writeLineUp(one) })}>
            Compare with another line-up
          </Button>
        ) : (
          <Button variant="default" onClick={() => change({ other: undefined })}>
            Stop comparing
          </Button>
        )}
        <Button variant="default" onClick={() => change({ one: undefined, other: undefined })}>
          Clear
        </Button>
      </div>
      <Verdict input={input} side={side} one={one} other={other} students={active} />
      {other === undefined && last && (
        <SinceLast input={input} side={side} one={one} last={last} students={students.data} />
      )}
      <WhomToTry input={input} part={address.part ?? null} onPart={(part) => change({ part })} students={active} />
    </>
  );
}

interface PartsProps {
  title: string;
  season: string;
  lineUp: LineUp;
  students: ReadonlyMap<string, Student>;
  estimateOf: EstimateOf | undefined;
  onChange: (lineUp: LineUp) => void;
}

const NOBODY = 'nobody';
/** As people speak of them: the attorneys' parts, then the witnesses. */
const GROUPS: readonly { label: string; parts: readonly Part[] }[] = [
  { label: 'Attorneys', parts: PARTS.filter((part) => !part.startsWith('witness')) },
  { label: 'Witnesses', parts: PARTS.filter((part) => part.startsWith('witness')) },
];

function Parts({ title, season, lineUp, students, estimateOf, onChange }: PartsProps) {
  const options = [
    { value: NOBODY, label: 'Nobody yet' },
    ...[...students.values()].map((student) => ({ value: student.id, label: studentLabel(student, season) })),
  ];
  const choose = (part: Part, id: string) => {
    const { [part]: _, ...rest } = lineUp;
    onChange(id === NOBODY ? rest : { ...rest, [part]: id });
  };
  return (
    <section aria-label={title}>
      <Title order={2}>{title}</Title>
      {GROUPS.map(({ label, parts }) => (
        <fieldset key={label} className={classes.group}>
          <legend>{label}</legend>
          {parts.map((part) => (
            <PartChoice
              key={part}
              part={part}
              studentId={lineUp[part]}
              options={options}
              nobody={NOBODY}
              estimateOf={estimateOf}
              onChoose={(id) => choose(part, id)}
            />
          ))}
        </fieldset>
      ))}
    </section>
  );
}
