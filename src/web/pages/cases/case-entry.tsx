// A case in one line. It opens to its witnesses, side by side.
import { Box, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CaseOverview } from '#contract/cases.ts';
import { WITNESS_SIDES, witnessSideLabel, type WitnessSide } from '#contract/words.ts';
import { Disclosure } from '#web/components/ui/disclosure.tsx';
import { capitalized, factsText } from '#web/format.ts';
import { witnessesOf } from '#web/records/queries.ts';
import { Loaded } from '#web/server/loaded.tsx';
import { areaLabel } from '#web/records/case-words.ts';

const SIDES = { '--column': '14rem', gap: 'var(--mantine-spacing-md)' };

export function CaseEntry({ of }: { of: CaseOverview }) {
  const { name, year, type, area, isActive, witnessCount, bySide } = of;
  const sides = WITNESS_SIDES.filter((side) => (bySide[side] ?? 0) > 0);
  const facts = factsText(
    isActive ? 'Active' : 'Inactive',
    capitalized(type),
    area && areaLabel(area),
    ...sides.map((side) => `${bySide[side]} ${witnessSideLabel(side, type)}`),
  );
  return (
    <Disclosure
      printsClosed
      summary={
        <Stack component="span" gap={0} py="0.375rem" c="var(--mantine-color-text)" className="breaks">
          <span>{`${name} - ${year} (${witnessCount})`}</span>
          <Text span c="dimmed" size="sm">
            {facts}
          </Text>
        </Stack>
      }
    >
      {() => <Witnesses of={of} sides={sides} />}
    </Disclosure>
  );
}

function Witnesses({ of: { id, name, type }, sides }: { of: CaseOverview; sides: readonly WitnessSide[] }) {
  const witnesses = useQuery(witnessesOf(id));
  return (
    <Loaded
      what={`the witnesses of ${name}`}
      of={{ witnesses }}
      skeleton={<output>Loading witnesses…</output>}
      empty={
        <Text c="dimmed" inherit>
          No witnesses assigned to this case
        </Text>
      }
    >
      {({ witnesses: all }) => (
        <Box flex={1} className="columns" style={SIDES}>
          {sides.map((side) => (
            <div key={side}>
              <Text component="h3" fw={700} fz="sm">
                {witnessSideLabel(side, type)}
              </Text>
              <Box component="ul" mt="0.25rem">
                {all
                  .filter((each) => each.side === side)
                  .map((witness) => (
                    <li key={witness.id}>
                      {witness.name}{' '}
                      <Text span c="dimmed" size="sm">
                        ({capitalized(witness.type)})
                      </Text>
                    </li>
                  ))}
              </Box>
            </div>
          ))}
        </Box>
      )}
    </Loaded>
  );
}
