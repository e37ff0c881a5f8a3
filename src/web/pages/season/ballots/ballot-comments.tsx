// What a judge wrote about the parts of one side: one part at a time, so that the scores stay in view beside it.
import { Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { ALL_PARTS, type Part } from '#metrics/scores.ts';
import { Choice } from '#web/components/forms/choice.tsx';
import { Disclosure } from '#web/components/ui/disclosure.tsx';
import type { BallotFacts } from './ballot-draft.ts';
import { partLabel } from '../part-words.ts';
import type { RoundPeople } from './round-people.ts';

interface CommentsProps {
  summary: string;
  /** Of the side. What was written about others can be read and changed, too. */
  parts: readonly Part[];
  comments: BallotFacts['comments'];
  nameOf: RoundPeople['nameOf'];
  onComments: (comments: BallotFacts['comments']) => void;
}

export function Comments({ summary, parts: ofSide, comments, nameOf, onComments }: CommentsProps) {
  const parts = ALL_PARTS.filter((part) => ofSide.includes(part) || part in comments);
  const [chosen, setPart] = useState<Part>('open');
  const part = parts.includes(chosen) ? chosen : parts[0];
  const labelOf = (each: Part): string => {
    const name = nameOf(each);
    return name === null ? partLabel(each) : `${partLabel(each)} (${name})`;
  };
  if (part === undefined) return null;
  const count = Object.keys(comments).length;
  return (
    <Disclosure summary={count === 0 ? summary : `${summary} (${count})`}>
      <Stack gap="xs">
        <Choice
          label="Part"
          value={part}
          options={parts.map((each) => ({ value: each, label: `${each in comments ? '✓ ' : ''}${labelOf(each)}` }))}
          onChoose={setPart}
        />
        <Textarea
          label={labelOf(part)}
          rows={4}
          maxLength={2000}
          value={comments[part] ?? ''}
          onChange={(event) => {
            const { [part]: _, ...others } = comments;
            const text = event.currentTarget.value;
            onComments(text === '' ? others : { ...others, [part]: text });
          }}
        />
      </Stack>
    </Disclosure>
  );
}
