// Says how to read the figures of a season's students, in a coach's words.
import { Stack } from '@mantine/core';
import { Disclosure } from '#web/components/ui/disclosure.tsx';
import { counted } from '#web/format.ts';
import type { Lines } from './figures.ts';

export function Explanation({ season, figures }: { season: string; figures: Lines['figures'] }) {
  return (
    <Disclosure summary="How to read this">
      <Stack gap="xs" mb="md" className="readable">
        <p>
          <strong>Adjusted</strong> figures are points per score above (+) or below (−) your average student in that
          role, after accounting for harsh or generous judges, strong or weak opponents, and the side. The true figure
          is inside the 90% interval nine times out of ten: if two intervals overlap widely, the scores don’t tell the
          two students apart.
        </p>
        <p>
          {season}: {counted(figures.rounds, 'round')} and {counted(figures.ballots, 'ballot')}.{' '}
          {/* The page says itself that they are outdated. */}
          {figures.source.slice(figures.isOutdated ? 1 : 0).join(' ')} Only your school’s Primary Admins and Admins see
          this page.
        </p>
      </Stack>
    </Disclosure>
  );
}
