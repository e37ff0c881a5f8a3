// What the estimates say about a line-up, about the difference to another one, and who does how much.
import { Box, Skeleton, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { LineUpFigures } from '#contract/metrics.ts';
import { lineUpProblems, loadOf, type LineUp } from '#metrics/lineup.ts';
import type { Role } from '#metrics/scores.ts';
import { averageSentence, lineUpSentence, ROLE_NAMES } from '#metrics/sentences.ts';
import { SortableTable } from '#web/components/table/sortable-table.tsx';
import { intervalText, signed } from '../../figure-words.ts';
import { partLabel } from '../../part-words.ts';
import { Loaded } from '#web/server/loaded.tsx';
import { api } from '#web/server/query-client.ts';
import { writeLineUp } from '../../address.ts';
import { useSeasonInput } from '../season-frame.tsx';
import type { Facts } from './facts.ts';
import classes from './page.module.css';

interface VerdictProps {
  facts: Facts;
  one: LineUp;
  other: LineUp | undefined;
}

export function Verdict({ facts, one, other }: VerdictProps) {
  const input = useSeasonInput();
  const answer = useQuery({
    ...api.metrics.lineUp.queryOptions({
      input: { ...input, side: facts.side, one, ...(other && { other }) },
      meta: { failed: 'Failed to evaluate the line-up' },
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded what="what the scores say about this line-up" of={{ answer }}>
      {({ answer: data }) =>
        data === null ? (
          <p>No ballots in {input.season} yet, so there is nothing to say about a line-up.</p>
        ) : (
          <Said facts={facts} one={one} other={other} said={data} isPlaceholder={answer.isPlaceholderData} />
        )
      }
    </Loaded>
  );
}

interface SaidProps extends VerdictProps {
  said: LineUpFigures;
  /** The answer to the line-up before the last change. */
  isPlaceholder: boolean;
}

function Said({ facts, one, other, said, isPlaceholder }: SaidProps) {
  const { difference, neverTried } = said;
  const untried = new Map(neverTried.map(({ studentId, roles }) => [studentId, roles]));
  return (
    <section className={classes.verdict} aria-label="What the scores say" aria-busy={isPlaceholder}>
      <Title order={2}>What the scores say</Title>
      {/* A screen reader says it after each choice. */}
      <div role="status">
        {Object.keys(one).length === 0 ? (
          <p>Choose people above to see what the scores say about them.</p>
        ) : isPlaceholder && isOfEmptyLineUp(said.one) ? (
          <Skeleton mt="0.25rem" mb="xs" className={`readable ${classes.waiting}`} />
        ) : (
          <Strength name={other ? 'Line-up A' : 'This line-up'} strength={said.one} />
        )}
        {said.other && <Strength name="Line-up B" strength={said.other} />}
        {difference && other && (
          <Text mt="0.25rem" mb="xs" className="readable">
            {writeLineUp(one) === writeLineUp(other)
              ? 'Both line-ups are the same.'
              : `${lineUpSentence(difference.probability, 'Line-up A', 'Line-up B')} The difference is ${signed(difference.sum, 1)} points on one ballot (90% interval ${intervalText(difference, 1)}).`}
          </Text>
        )}
      </div>
      <Load title={other && 'Who does what in line-up A'} facts={facts} lineUp={one} untried={untried} />
      {other && <Load title="Who does what in line-up B" facts={facts} lineUp={other} untried={untried} />}
    </section>
  );
}

interface LoadProps {
  /** Left out where there is only one line-up. */
  title: string | undefined;
  facts: Facts;
  lineUp: LineUp;
  /** The roles that each student was never scored in; somebody who was just chosen isn't there yet. */
  untried: ReadonlyMap<string, readonly Role[]>;
}

/** What is still wrong with a line-up, and who does how much in it. */
function Load({ title, facts: { parts, students }, lineUp, untried }: LoadProps) {
  const load = loadOf([lineUp]);
  const playing = [...students.values()].filter(({ id }) => load.has(id));
  const howMany = (id: string): number => load.get(id)?.length ?? 0;
  const problems = lineUpProblems(lineUp, (id) => students.get(id)?.name ?? '', parts);
  return (
    <>
      {title !== undefined && (
        <Title order={3} mt="md" mb="0.25rem">
          {title}
        </Title>
      )}
      {problems.length > 0 && (
        <Box component="ul" mb="md" className="callout bullets readable">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </Box>
      )}
      {playing.length > 0 && (
        <SortableTable
          label={title ?? 'Who does what'}
          rows={playing}
          rowKey={({ id }) => id}
          columns={[
            { label: 'Student', by: ({ name }) => name, cell: ({ name }) => name },
            {
              label: 'Parts',
              words: true,
              cell: ({ id }) => (load.get(id) ?? []).map((part) => partLabel(part)).join(', '),
            },
            { label: 'How many', by: ({ id }) => howMany(id), cell: ({ id }) => howMany(id) },
            {
              label: 'Never scored in',
              words: true,
              cell: ({ id }) => {
                const roles = untried.get(id);
                return roles ? roles.map((role) => ROLE_NAMES[role]).join(', ') || 'nothing' : '…';
              },
            },
          ]}
        />
      )}
    </>
  );
}

type Points = { sum: number; low: number; high: number };

/** An empty line-up: zero points without an interval. The previous answer stays until the next arrives, but not this one. */
const isOfEmptyLineUp = ({ low, high }: Points): boolean => low === high;

function Strength({ name, strength }: { name: string; strength: Points }) {
  return (
    <Text mt="0.25rem" mb="xs" className="readable">
      {name}: <strong>{signed(strength.sum, 1)} points</strong> on one ballot against your average student in every part
      (90% interval {intervalText(strength, 1)}). {averageSentence(strength)}
    </Text>
  );
}
