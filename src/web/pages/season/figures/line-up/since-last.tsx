// How a line-up differs from the last one of this side, and whether the scores can tell which is better.
import { Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { LineUp } from '#metrics/lineup.ts';
import { lineUpSentence } from '#metrics/sentences.ts';
import { partLabel } from '../../part-words.ts';
import { useSeasonInput } from '../season-frame.tsx';
import { api } from '#web/server/query-client.ts';
import type { Facts } from './facts.ts';
import type { PlayedLineUp } from './last-line-up.ts';
import classes from './page.module.css';

interface SinceLastProps {
  facts: Facts;
  one: LineUp;
  last: PlayedLineUp;
}

export function SinceLast({ facts: { side, parts, all }, one, last }: SinceLastProps) {
  const input = useSeasonInput();
  const changed = parts.filter((part) => one[part] !== last.lineUp[part]);
  const isEmpty = Object.keys(one).length === 0;
  const answer = useQuery({
    ...api.metrics.lineUp.queryOptions({
      input: { ...input, side, one, other: last.lineUp },
      meta: { failed: 'Failed to compare with the last line-up' },
    }),
    placeholderData: keepPreviousData,
    enabled: changed.length > 0 && !isEmpty,
  });
  if (isEmpty) return null;
  const nameOf = (id: string | undefined): string =>
    id === undefined ? 'nobody' : (all.get(id)?.name ?? 'a deleted student');
  const difference = answer.data?.difference;
  return (
    <section className={classes.verdict} aria-label="Since the last line-up" aria-busy={answer.isPlaceholderData}>
      <Title order={2}>Since the last line-up</Title>
      {changed.length === 0 ? (
        <Text mt="0.25rem" mb="xs" className="readable">
          The same as in {last.where}.
        </Text>
      ) : (
        <>
          <Text mt="0.25rem" mb="xs" className="readable">
            {difference
              ? lineUpSentence(difference.probability, 'This line-up', `the one of ${last.where}`)
              : `Compared with ${last.where}:`}
          </Text>
          <ul className="bullets readable">
            {changed.map((part) => (
              <li key={part}>
                {partLabel(part)}: <strong>{nameOf(one[part])}</strong> in place of {nameOf(last.lineUp[part])}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
