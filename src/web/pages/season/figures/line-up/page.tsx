// Evaluates a line-up that a coach has in mind: what the estimates say about it, and with what certainty. It never picks a team.
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { Side } from '#ballot/form.ts';
import type { LineUp } from '#metrics/lineup.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import type { Part } from '#metrics/scores.ts';
import { partsOn } from '#metrics/sheet-parts.ts';
import { Choice } from '#web/components/forms/choice.tsx';
import { SIDE_LABELS, SIDE_OPTIONS } from '../../figure-words.ts';
import { seasonOf } from '#web/records/queries.ts';
import { Loaded } from '#web/server/loaded.tsx';
import { readLineUp, readLineUpAddress, writeLineUp, type LineUpAddress, type LineUpChange } from '../../address.ts';
import { figuresOf, lineUpsOf, useStudentsById } from '../../queries.ts';
import { SeasonFrame, useSeasonInput } from '../season-frame.tsx';
import type { Facts } from './facts.ts';
import { Parts } from './parts.tsx';
import { lastOf } from './last-line-up.ts';
import { SinceLast } from './since-last.tsx';
import { StartFrom } from './start-from.tsx';
import { Verdict } from './verdict.tsx';
import { WhomToTry } from './whom-to-try.tsx';
import { useChangeAddress } from '../../use-change-address.ts';

export default function LineUpPage() {
  const address = readLineUpAddress(useSearch({ strict: false }));
  const changeAddress = useChangeAddress();
  const { side = 'p' } = address;
  const change = (changed: LineUpChange) => changeAddress((latest) => readLineUpAddress({ ...latest, ...changed }));
  return (
    <SeasonFrame
      title="Line-up"
      intro="Choose people for the parts of a side and see what the season’s scores say about them. The choice is yours: nothing here picks a team."
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
      <OfSeason address={address} side={side} change={change} />
    </SeasonFrame>
  );
}

interface OfSeasonProps {
  address: LineUpAddress;
  side: Side;
  change: (changed: LineUpChange) => void;
}

function OfSeason({ address, side, change }: OfSeasonProps) {
  const input = useSeasonInput();
  const all = useStudentsById();
  const lineUps = useQuery(lineUpsOf(input));
  const season = useQuery(seasonOf(input.schoolId, input.season));
  const figures = useQuery(figuresOf(input)).data ?? undefined;
  const parts = figures?.parts[side].map(({ part }) => part) ?? partsOn(COLLEGE_28);
  return (
    <Loaded what="students and line-ups" of={{ all, lineUps, season }}>
      {(loaded) => {
        const students = new Map([...loaded.all].filter(([, student]) => !student.isArchived));
        return <LineUps facts={{ ...loaded, side, parts, students, figures }} address={address} change={change} />;
      }}
    </Loaded>
  );
}

function LineUps({ facts, address, change }: Omit<OfSeasonProps, 'side'> & { facts: Facts }) {
  const { season, lineUps, side, parts, students } = facts;
  // Somebody archived since the address was made is no longer in the line-up.
  const known = (text: string | undefined): LineUp =>
    Object.fromEntries(
      Object.entries(readLineUp(text)).filter(([part, id]) => students.has(id) && parts.includes(part as Part)),
    );
  const one = known(address.one);
  const other = address.other === undefined ? undefined : known(address.other);
  const last = lastOf(season, lineUps, side, one);
  return (
    <>
      <div className="columns" style={{ '--column': '24rem', gap: 'var(--mantine-spacing-lg)' }}>
        <Parts
          facts={facts}
          title={other === undefined ? 'Your line-up' : 'Line-up A'}
          start={<StartFrom facts={facts} chosen={address.one} onChoose={(lineUp) => change({ one: lineUp })} />}
          lineUp={one}
          onChange={(changed) => change({ one: writeLineUp(changed) })}
        />
        {other !== undefined && (
          <Parts
            facts={facts}
            title="Line-up B"
            lineUp={other}
            onChange={(changed) => change({ other: writeLineUp(changed) })}
          />
        )}
      </div>
      <Group gap="xs" mt="md" mb="xl">
        <Button variant="default" onClick={() => change({ other: other === undefined ? writeLineUp(one) : undefined })}>
          {other === undefined ? 'Compare with another line-up' : 'Stop comparing'}
        </Button>
        <Button variant="default" onClick={() => change({ one: undefined, other: undefined })}>
          Clear
        </Button>
      </Group>
      <Verdict facts={facts} one={one} other={other} />
      {other === undefined && last && <SinceLast facts={facts} one={one} last={last} />}
      <WhomToTry
        facts={facts}
        part={address.part && parts.includes(address.part) ? address.part : null}
        onPart={(part) => change({ part })}
      />
    </>
  );
}
