// The record of each team in a season or a tournament, and the balance of the sides.
import { Box, Stack } from '@mantine/core';
import { balanceOfTotals, recordOf, recordText } from '#metrics/results.ts';
import { balanceSentence } from '#metrics/sentences.ts';
import { signed } from '../figure-words.ts';
import type { NamedSeason } from '#web/records/all-seasons.ts';
import { useTeams } from '#web/records/queries.ts';
import { TextLink } from '#web/components/ui/links.tsx';
import { Section } from '#web/components/ui/section.tsx';

/** With large text, the table scrolls. */
const WHOLE = { whiteSpace: 'nowrap' } as const;

type TeamRecordsProps = Pick<NamedSeason, 'name' | 'rounds' | 'ballots'>;

export function TeamRecords({ name: seasonName, rounds, ballots }: TeamRecordsProps) {
  const balance = balanceOfTotals(ballots);
  const named = [...(useTeams().data ?? []), { id: null, name: 'Deleted teams' }];
  const records = named
    .map(({ id, name }) => ({ id, name, played: rounds.filter(({ teamId }) => teamId === id) }))
    .filter(({ played }) => played.length > 0);
  return (
    <Stack component={Section} gap="sm" className="card" id="records" title="Records">
      {records.length === 0 ? (
        <p className="quiet">Open a tournament and add its rounds. The record of each team follows from them.</p>
      ) : (
        <Box style={{ overflowX: 'auto' }}>
          <table className="plain-table" aria-labelledby="records">
            <thead>
              <tr style={WHOLE}>
                <th scope="col">Team</th>
                <th scope="col">Rounds</th>
                <th scope="col">Ballots</th>
                <th scope="col">Points</th>
              </tr>
            </thead>
            <tbody>
              {records.map(({ id, name, played }) => {
                const record = recordOf(played, ballots);
                return (
                  <tr key={id ?? name}>
                    <th scope="row" style={{ minWidth: '6em' }}>
                      {id === null ? (
                        name
                      ) : (
                        <TextLink to="/season/teams/$teamId" params={{ teamId: id }} search={{ season: seasonName }}>
                          {name}
                        </TextLink>
                      )}
                    </th>
                    <td style={WHOLE}>{recordText(record.rounds)}</td>
                    <td style={WHOLE}>{recordText(record.ballots)}</td>
                    <td style={WHOLE}>{signed(record.pointDifferential, 0)}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </Box>
      )}
      {records.length > 0 && (
        <p className="quiet">
          Wins, losses and ties. Points are yours minus theirs. Ballots with unread scores don’t count.
        </p>
      )}
      {balance && <p>{balanceSentence(balance)}</p>}
    </Stack>
  );
}
