// The witnesses of the season's cases: how often each was called, and how we did while that witness was on the stand.
import { Box, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { CaseOverview } from '#contract/cases.ts';
import type { Witness } from '#contract/witnesses.ts';
import { witnessSideLabel } from '#contract/words.ts';
import { MIN_CALLS, witnessFigures, type Call } from '#metrics/witnesses.ts';
import { EmptyState } from '#web/components/feedback/empty-state.tsx';
import { SortableTable } from '#web/components/table/sortable-table.tsx';
import { capitalized } from '#web/format.ts';
import { signed } from '../../figure-words.ts';
import { useCases, witnessesOf } from '#web/records/queries.ts';
import { Loaded } from '#web/server/loaded.tsx';
import { readWitnessesAddress, type WitnessOrder } from '../../address.ts';
import { SeasonFrame, useSeasonInput } from '../season-frame.tsx';
import { witnessCalls, type SeasonRecord } from '../season-rows.ts';
import { useSeasonRecord } from '../use-season-record.ts';
import { useChangeAddress } from '../../use-change-address.ts';

export default function WitnessesPage() {
  return (
    <SeasonFrame
      title="Witnesses"
      intro="How often each witness of this season’s cases was called, and how you did while that witness was on the stand."
    >
      <OfSeason />
    </SeasonFrame>
  );
}

/** The cases of a season's tournaments and rounds. */
const casesOf = ({ tournaments, rounds }: SeasonRecord): Set<string> =>
  new Set([...tournaments, ...rounds].flatMap(({ caseId }) => (caseId === null ? [] : [caseId])));

function OfSeason() {
  return (
    <Loaded what="the witnesses" of={{ record: useSeasonRecord(useSeasonInput()), cases: useCases() }}>
      {({ record, cases }) => <Cases record={record} cases={cases} />}
    </Loaded>
  );
}

function Cases({ record, cases }: { record: SeasonRecord; cases: readonly CaseOverview[] }) {
  const inSeason = casesOf(record);
  const calls = witnessCalls(record);
  const shown = cases.filter(({ id }) => inSeason.has(id));
  if (shown.length === 0)
    return (
      <EmptyState
        title={`No tournament in ${record.season} has a case yet`}
        text="Choose the case of each tournament, and say in a round’s line-up which witness was called. Then this page counts them."
      />
    );
  return (
    <>
      {shown.map((each) => (
        <Case key={each.id} of={each} calls={calls.get(each.id) ?? []} />
      ))}
      <Text c="dimmed" className="readable">
        The margin is your mean score minus theirs, in points per score, while a witness is on the stand: one side is
        scored for the direct and for the witness, the other for the cross. With fewer than four calls it would be luck,
        so it isn’t shown.
      </Text>
    </>
  );
}

function Case({ of, calls }: { of: CaseOverview; calls: readonly Call[] }) {
  const { id, name, year, type } = of;
  const witnesses = useQuery(witnessesOf(id));
  const figures = new Map(witnessFigures(calls).map((each) => [each.witness, each]));
  const { order = 'name', reversed = false } = readWitnessesAddress(useSearch({ strict: false }));
  const changeAddress = useChangeAddress();
  const callsOf = ({ id: witness }: Witness): number => figures.get(witness)?.calls ?? 0;
  const ownOf = ({ id: witness }: Witness): number => figures.get(witness)?.callsByUs ?? 0;
  const column = (
    label: string,
    named: WitnessOrder | 'name',
    value: (witness: Witness) => number | string,
    words = false,
  ) => ({
    label,
    order: named,
    words,
    by: value,
    cell: value,
  });
  return (
    <Box component="section" mb="xl" aria-label={name}>
      <Title order={2} mb="xs">
        {name} - {year}
      </Title>
      <Loaded
        what={`the witnesses of ${name}`}
        of={{ witnesses }}
        skeleton={
          <Skeleton component="output" display="block" height="40rem" aria-label={`Loading the witnesses of ${name}`} />
        }
        empty={<p>No witnesses assigned to this case</p>}
      >
        {({ witnesses: rows }) => (
          <SortableTable
            label={`Witnesses of ${name}`}
            kept={[
              { by: order, reversed },
              ({ by, ...changed }) =>
                changeAddress((latest) => readWitnessesAddress({ ...latest, order: by, ...changed })),
            ]}
            rows={rows}
            rowKey={(witness) => witness.id}
            columns={[
              column('Witness', 'name', (witness) => witness.name),
              column('Side', 'side', ({ side }) => witnessSideLabel(side, type), true),
              column('Type', 'type', (witness) => capitalized(witness.type), true),
              column('Calls', 'calls', callsOf),
              column('By us', 'own', ownOf),
              column('By opponents', 'opponents', (witness) => callsOf(witness) - ownOf(witness)),
              {
                label: 'Our margin',
                order: 'margin',
                by: (witness) => figures.get(witness.id)?.margin ?? null,
                cell: (witness) => {
                  const own = figures.get(witness.id);
                  if (own && own.margin !== null) return signed(own.margin);
                  const reason = own && own.calls >= MIN_CALLS ? 'too few scores' : 'fewer than four calls';
                  return (
                    <Text span c="dimmed" inherit>
                      {reason}
                    </Text>
                  );
                },
              },
            ]}
          />
        )}
      </Loaded>
    </Box>
  );
}
