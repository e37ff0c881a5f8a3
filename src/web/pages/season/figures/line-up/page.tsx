// Evaluates a line-up that a coach has in mind: what the estimates say about it, and with what certainty. It never picks a team.
import { Button, Group, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Side } from '#ballot/form.ts';
import type { SeasonFigures } from '#contract/metrics.ts';
import type { Student } from '#contract/rosters.ts';
import type { Season } from '#contract/season-book.ts';
import { rolesIn, type LineUp } from '#metrics/lineup.ts';
import { PARTS, type Part } from '#metrics/scores.ts';
import { Choice } from '#web/components/forms/choice.tsx';
import { SIDE_LABELS, SIDE_OPTIONS, studentLabel } from '../../figure-words.ts';
import { seasonOf } from '#web/records/queries.ts';
import { Loaded } from '#web/server/loaded.tsx';
import { readLineUp, readLineUpAddress, writeLineUp, type LineUpAddress, type LineUpChange } from '../../address.ts';
import { figuresOf, lineUpsOf, useStudentsById, type RoundLineUp } from '../../queries.ts';
import { SeasonFrame, useSeasonInput } from '../season-frame.tsx';
import classes from './page.module.css';
import { PartChoice, type EstimateOf } from './part-choice.tsx';
import { lastOf } from './last-line-up.ts';
import { SinceLast } from './since-last.tsx';
import { StartFrom } from './start-from.tsx';
import { Verdict } from './verdict.tsx';
import { WhomToTry } from './whom-to-try.tsx';
import { useChangeAddress } from '../../use-change-address.ts';

type Change = (changed: LineUpChange) => void;

export function LineUpPage() {
  const address = readLineUpAddress(useSearch({ strict: false }));
  const changeAddress = useChangeAddress();
  const side = address.side ?? 'p';
  const change: Change = (changed) => changeAddress((latest) => readLineUpAddress({ ...latest, ...changed }));
  return (
    <SeasonFrame
      title="Line-up"
      intro="Choose people for the parts of a side and see what the season’s scores say about them. The choice stays yours: nothing here picks a team."
      filters={
        <Choice<Side>
          label="Side"
          value={side}
          options={SIDE_OPTIONS}
          onChoose={(chosen) => change({ side: chosen })}
        />
      }
      printed={SIDE_LABELS[side]}
    >
      <OfSeason address={address} change={change} />
    </SeasonFrame>
  );
}

interface OfSeasonProps {
  address: LineUpAddress;
  change: Change;
}

function OfSeason(props: OfSeasonProps) {
  const input = useSeasonInput();
  const lineUps = useQuery(lineUpsOf(input));
  const season = useQuery(seasonOf(input.schoolId, input.season));
  return (
    <Loaded what="students and line-ups" of={{ students: useStudentsById(), lineUps, season }}>
      {(loaded) => <LineUps {...props} {...loaded} />}
    </Loaded>
  );
}

interface LineUpsProps extends OfSeasonProps {
  students: ReadonlyMap<string, Student>;
  lineUps: readonly RoundLineUp[];
  season: Season;
}

function LineUps({ address, change, students, lineUps, season }: LineUpsProps) {
  const input = useSeasonInput();
  const figures = useQuery(figuresOf(input)).data ?? undefined;
  const side = address.side ?? 'p';
  const parts: readonly Part[] = figures?.parts[side] ?? PARTS;
  const active = new Map([...students].filter(([, student]) => !student.isArchived));
  // Somebody archived since the address was made is no longer in the line-up.
  const known = (text: string | undefined): LineUp =>
    Object.fromEntries(
      Object.entries(readLineUp(text)).filter(([part, id]) => active.has(id) && parts.includes(part as Part)),
    );
  const one = known(address.one);
  const last = lastOf(season, lineUps, side, one);
  const other = address.other === undefined ? undefined : known(address.other);
  const of = { season: input.season, parts, students: active, figures };
  return (
    <>
      <div className={classes.columns} data-two={other !== undefined || undefined}>
        <Parts
          title={other === undefined ? 'Your line-up' : 'Line-up A'}
          start={
            <StartFrom
              season={season}
              lineUps={lineUps}
              side={side}
              students={active}
              chosen={address.one}
              onChoose={(lineUp) => change({ one: lineUp })}
            />
          }
          {...of}
          lineUp={one}
          onChange={(changed) => change({ one: writeLineUp(changed) })}
        />
        {other !== undefined && (
          <Parts
            title="Line-up B"
            {...of}
            lineUp={other}
            onChange={(changed) => change({ other: writeLineUp(changed) })}
          />
        )}
      </div>
      <Group gap="xs" mt="md" mb="xl">
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
      </Group>
      <Verdict side={side} parts={parts} one={one} other={other} students={active} />
      {other === undefined && last && <SinceLast side={side} parts={parts} one={one} last={last} students={students} />}
      <WhomToTry
        parts={parts}
        part={address.part && parts.includes(address.part) ? address.part : null}
        onPart={(part) => change({ part })}
        students={active}
        estimateOf={figures && estimateIn(figures)}
      />
    </>
  );
}

const estimateIn =
  ({ estimates }: SeasonFigures): EstimateOf =>
  (id, role) =>
    estimates.find((each) => each.studentId === id && each.role === role);

interface PartsProps {
  title: string;
  /** Where the line-up can start from. */
  start?: ReactNode;
  season: string;
  /** Of the side. */
  parts: readonly Part[];
  lineUp: LineUp;
  students: ReadonlyMap<string, Student>;
  /** Undefined while they load. */
  figures: SeasonFigures | undefined;
  onChange: (lineUp: LineUp) => void;
}

const NOBODY = 'nobody';
/** In the usual order: the attorneys' parts, then the witnesses, then everybody else. */
const groupOf = (part: Part): string =>
  part.startsWith('witness') ? 'Witnesses' : /^(?:clerk|bailiff)/.test(part) ? 'Others' : 'Attorneys';

function Parts({ title, start, season, parts, lineUp, students, figures, onChange }: PartsProps) {
  const estimateOf = figures && estimateIn(figures);
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
      <Group justify="space-between" align="flex-end" gap="xs">
        <Title order={2}>{title}</Title>
        {start}
      </Group>
      {[...Map.groupBy(parts, groupOf)].map(([label, group]) => (
        <fieldset key={label} className={classes.group}>
          <legend>{label}</legend>
          {group.map((part) => (
            <PartChoice
              key={part}
              part={part}
              roles={rolesIn(figures ?? { estimates: [] }, part)}
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
