// What the raters gave, once the try-out has ended: estimates with intervals in the place of a rank, and the way to the roster.
import { Box, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { totalOf } from '#ballot/score.ts';
import type { Candidate, TryOutDetails } from '#contract/try-outs.ts';
import { mean } from '#metrics/plain-figures.ts';
import { ListSection } from '#web/components/table/list-section.tsx';
import { Section } from '#web/components/ui/section.tsx';
import { counted, listText } from '#web/format.ts';
import { newId } from '#web/forms/use-add.ts';
import { calls } from '#web/server/calls.ts';
import { useChange } from '#web/server/use-change.ts';
import { useSchool } from '#web/state/school.ts';
import { axisLimit, Dots, Legend } from '../figures/students/dots.tsx';

export function Results({ tryOut }: { tryOut: TryOutDetails }) {
  const { candidates, estimates } = tryOut;
  if (estimates === null) return <PlainMeans tryOut={tryOut} />;
  const nameOf = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const rows = estimates.flatMap((estimate) => {
    const candidate = nameOf.get(estimate.candidateId);
    if (!candidate) return [];
    return [
      {
        key: candidate.id,
        label: (
          <Group component="span" gap="0.25rem 0.75rem">
            {candidate.name} <ToRoster candidate={candidate} />
          </Group>
        ),
        facts: counted(estimate.raters, 'rater'),
        mean: estimate.mean,
        estimate,
      },
    ];
  });
  const missing = candidates.filter(({ id }) => !estimates.some(({ candidateId }) => candidateId === id));
  return (
    <Section id="estimates" className="card" title="Estimates">
      <Text mt="xs">
        Points above or below the average candidate, after accounting for strict and lenient raters. The true figure is
        inside the line nine times out of ten: if two lines overlap widely, these scores don’t tell the candidates
        apart.
      </Text>
      <Box my="md">
        <Dots rows={rows} limit={axisLimit(rows)} />
        <Legend onlyEstimates />
      </Box>
      {missing.length > 0 && <Text>Without scores: {listText(missing.map(({ name }) => name))}.</Text>}
    </Section>
  );
}

/** Nothing tells these candidates from chance, so they are listed by name. */
function PlainMeans({ tryOut }: { tryOut: TryOutDetails }) {
  return (
    <>
      <p>The scores are too few or too alike to estimate who is better. These are plain means, sorted by name.</p>
      <ListSection
        title="Candidates"
        empty="None."
        rows={tryOut.candidates}
        row={(candidate) => {
          const totals = tryOut.ratings
            .filter(({ candidateId }) => candidateId === candidate.id)
            .map(({ scores }) => totalOf<string>(tryOut.sheet, scores, 'p'));
          return (
            <>
              <Box flex="1 1 12rem">
                {candidate.name}
                <span className="facts">
                  {totals.length === 0
                    ? 'No scores'
                    : `Mean ${mean(totals).toFixed(2)} points, ${counted(totals.length, 'rater')}`}
                </span>
              </Box>
              <ToRoster candidate={candidate} />
            </>
          );
        }}
      />
    </>
  );
}

function ToRoster({ candidate }: { candidate: Candidate }) {
  const { schoolId } = useSchool();
  // One id for every attempt, so that a candidate who is sent twice is one student.
  const [studentId] = useState(newId);
  const add = useChange({
    send: () => calls.tryOuts.addToRoster({ schoolId, candidateId: candidate.id, studentId }),
    done: `${candidate.name} added to the roster`,
    failed: `Failed to add ${candidate.name} to the roster`,
  });
  if (candidate.studentId !== null) return <span className="quiet">On the roster</span>;
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={add.isPending}
      aria-label={`Add to the roster: ${candidate.name}`}
      onClick={() => add.send()}
    >
      Add to the roster
    </Button>
  );
}
