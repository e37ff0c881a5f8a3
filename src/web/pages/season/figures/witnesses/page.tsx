// The witnesses of the season's cases: how often each was called, and how we did while that witness was on the stand.
import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { CaseOverview } from '#contract/cases.ts';
import { witnessSideLabel } from '#contract/words.ts';
import { MIN_CALLS, witnessFigures, type Call } from '#metrics/witnesses.ts';
import { EmptyState } from '#web/components/feedback/empty-state.tsx';
import { FigureTable } from '#web/components/table/figure-table.tsx';
import { LoadFailed } from '#web/components/feedback/load-failed.tsx';
import { LoadingFigures } from '#web/components/feedback/loading-figures.tsx';
import { capitalized } from '#web/records/case-words.ts';
import { signed } from '../../figure-words.ts';
import { SeasonFrame } from '../season-frame.tsx';
import { useSeasonAddress } from '#web/records/season-address.ts';
import { witnessCalls, type SeasonRecord } from '../season-rows.ts';
import { useSeasonRecord, type SeasonInput } from '../use-season-record.ts';
import { api, loadFailure } from '#web/server/query-client.ts';
import classes from './page.module.css';

export function WitnessesPage() {
  const { season } = useSeasonAddress();
  const navigate = useNavigate();
  return (
    <SeasonFrame
      title="Witnesses"
      intro="How often each witness of this season’s cases was called, and how you did while that witness was on the stand."
      season={season}
      onSeason={(chosen) => void navigate({ to: '/season/witnesses', search: { season: chosen }, replace: true })}
    >
      {(input) => <OfSeason key={input.season} input={input} />}
    </SeasonFrame>
  );
}

/** The cases of a season's tournaments and rounds. */
const casesOf = ({ tournaments, rounds }: SeasonRecord): Set<string> =>
  new Set([...tournaments, ...rounds].flatMap(({ caseId }) => (caseId === null ? [] : [caseId])));

function OfSeason({ input }: { input: SeasonInput }) {
  const record = useSeasonRecord(input);
  const cases = useQuery(api.cases.overview.queryOptions({ meta: { failed: 'Failed to load cases' } }));
  const failure = record.failure ?? loadFailure(cases);
  if (failure) return <LoadFailed what="the witnesses" {...failure} />;
  if (record.data === undefined || cases.data === undefined) return <LoadingFigures what="the witnesses" />;
  const inSeason = casesOf(record.data);
  const calls = witnessCalls(record.data);
  const shown = cases.data.filter(({ id }) => inSeason.has(id));
  if (shown.length === 0)
    return (
      <EmptyState
        title={`No tournament in ${input.season} has a case yet`}
        text="Choose the case of each tournament, and say in a round’s line-up which witness was called. Then this page counts them."
      />
    );
  return (
    <>
      <p className={classes.explanation}>
        The margin is your mean score minus theirs, in points per score, on the four cells of a witness: direct and
        cross of attorney and witness. With fewer than four calls it would be luck, so it isn’t shown.
      </p>
      {shown.map((each) => (
        <Case key={each.id} of={each} calls={calls.get(each.id) ?? []} />
      ))}
    </>
  );
}

function Case({ of, calls }: { of: CaseOverview; calls: readonly Call[] }) {
  const { id, name, year, type } = of;
  const witnesses = useQuery(
    api.witnesses.ofCase.queryOptions({ input: { caseId: id }, meta: { failed: 'Failed to load witnesses' } }),
  );
  const failure = loadFailure(witnesses);
  const figures = new Map(witnessFigures(calls).map((each) => [each.witness, each]));
  return (
    <section className={classes.case} aria-label={name}>
      <Title order={2}>
        {name} - {year}
      </Title>
      {failure && <LoadFailed what={`the witnesses of ${name}`} {...failure} />}
      {!failure && witnesses.data === undefined && <LoadingFigures what={`the witnesses of ${name}`} />}
      {witnesses.data?.length === 0 && <p>No witnesses assigned to this case</p>}
      {witnesses.data !== undefined && witnesses.data.length > 0 && (
        <FigureTable
          label={`Witnesses of ${name}`}
          rows={witnesses.data}
          rowKey={(witness) => witness.id}
          columns={[
            { label: 'Witness', cell: (witness) => witness.name },
            { label: 'Side', words: true, cell: (witness) => witnessSideLabel(witness.side, type) },
            { label: 'Type', words: true, cell: (witness) => capitalized(witness.type) },
            { label: 'Calls', cell: (witness) => figures.get(witness.id)?.calls ?? 0 },
            { label: 'By us', cell: (witness) => figures.get(witness.id)?.callsByUs ?? 0 },
            {
              label: 'By opponents',
              cell: (witness) => {
                const own = figures.get(witness.id);
                return own ? own.calls - own.callsByUs : 0;
              },
            },
            {
              label: 'Our margin',
              cell: (witness) => {
                const own = figures.get(witness.id);
                if (own && own.margin !== null) return signed(own.margin);
                const reason = own && own.calls >= MIN_CALLS ? 'too few scores' : 'fewer than four calls';
                return <span className={classes.few}>{reason}</span>;
              },
            },
          ]}
        />
      )}
    </section>
  );
}
