// The students about whom the scores say least in a part. It is about learning, not about winning.
import { Text, Title } from '@mantine/core';
import { Fragment } from 'react';
import type { SeasonFigures } from '#contract/metrics.ts';
import { CELL_ROLES } from '#ballot/sheet/sheet.ts';
import type { Part } from '#metrics/scores.ts';
import { trySentence } from '#metrics/sentences.ts';
import { Choice } from '#web/components/forms/choice.tsx';
import { roleLabel } from '../../figure-words.ts';
import { partLabel } from '../../part-words.ts';
import { Loaded } from '#web/server/loaded.tsx';
import { api } from '#web/server/query-client.ts';
import { useLoad } from '#web/server/use-load.ts';
import { useSeasonInput } from '../season-frame.tsx';
import { estimateIn, type Facts } from './facts.ts';

const MAX_SHOWN = 5;

interface WhomToTryProps {
  facts: Facts;
  part: Part | null;
  onPart: (part: Part) => void;
}

export function WhomToTry({ facts, part, onPart }: WhomToTryProps) {
  return (
    <section className={part === null ? 'screen-only' : undefined} aria-label="Whom to try">
      <Title order={2}>Whom to try</Title>
      <Text mt="0.25rem" mb="xs" className="readable">
        Choose a part, and give its next practice round to the first student on the list: the scores say the least about
        them.
      </Text>
      <Choice
        className="screen-only"
        w="min(24rem, 100%)"
        label="Part"
        placeholder="Choose a part"
        value={part}
        options={facts.parts.map((each) => ({ value: each, label: partLabel(each) }))}
        onChoose={onPart}
      />
      {part !== null && facts.figures && <Tries key={part} facts={facts} part={part} figures={facts.figures} />}
    </section>
  );
}

interface TriesProps {
  facts: Facts;
  part: Part;
  figures: SeasonFigures;
}

function Tries({ facts: { students }, part, figures }: TriesProps) {
  const input = { ...useSeasonInput(), part };
  const tries = useLoad(api.metrics.whomToTry, 'Failed to load whom to try', input);
  return (
    <Loaded what="whom to try" of={{ tries }}>
      {(loaded) => {
        const known = loaded.tries.filter(({ studentId }) => students.has(studentId));
        const estimateOf = estimateIn(figures);
        if (known.length === 0) return <p>No ballots in {input.season} yet.</p>;
        return CELL_ROLES.filter((role) => known.some((each) => each.role === role)).map((role) => (
          <Fragment key={role}>
            <Title order={3} mt="md" mb="0.25rem">
              {roleLabel(role)}
            </Title>
            <ul className="bullets readable">
              {known
                .filter((each) => each.role === role)
                .slice(0, MAX_SHOWN)
                .map(({ studentId: id }) => (
                  <li key={id}>
                    <strong>{students.get(id)?.name}</strong>: {trySentence(role, estimateOf(id, role)?.rounds ?? 0)}
                  </li>
                ))}
            </ul>
          </Fragment>
        ));
      }}
    </Loaded>
  );
}
