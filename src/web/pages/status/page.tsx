// The service status page: each service's status as staff set it, and recent incidents.
import { Box, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { ServiceStatus } from '#contract/status.ts';
import { BetaWatermark } from '#web/components/ui/beta-watermark.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { StatusMark, type Tone } from '#web/components/ui/status-mark.tsx';
import { capitalized, momentOf } from '#web/format.ts';
import { Loaded } from '#web/server/loaded.tsx';
import { api } from '#web/server/query-client.ts';
import { useLoad } from '#web/server/use-load.ts';

const TONES: Record<ServiceStatus['status'], Tone> = {
  operational: 'green',
  degraded: 'yellow',
  outage: 'red',
  maintenance: 'blue',
};
// The published 30-day figure of the whole product; staff don't enter it.
const OVERALL_UPTIME = '99.7';
const times = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

const REFETCH_MS = 15_000;

const OVERALL = {
  operational: { tone: 'green', word: 'Operational' },
  partial: { tone: 'red', word: 'Partial outage' },
  outage: { tone: 'red', word: 'Outage' },
  unknown: { tone: 'gray', word: 'Unknown' },
} as const satisfies Record<string, { tone: Tone; word: string }>;

/** Degraded and under maintenance still count as operational: people can work. */
function overallOf(services: readonly ServiceStatus[]) {
  const outages = services.filter(({ status }) => status === 'outage').length;
  if (outages === 0) return OVERALL.operational;
  return outages === services.length ? OVERALL.outage : OVERALL.partial;
}

export default function StatusPage() {
  const services = useLoad(api.status.services, 'Failed to load the status', undefined, {
    refetchInterval: REFETCH_MS,
  });
  const incidents = useLoad(api.status.incidents, 'Failed to load the incidents');
  // No answer says nothing about the services: the visitor may be offline.
  const isUnknown = services.isError || services.failureCount > 0;
  const overall = isUnknown ? OVERALL.unknown : overallOf(services.data ?? []);
  return (
    <Page title="Service Status">
      <BetaWatermark />
      <Group
        component="section"
        align="stretch"
        justify="space-between"
        gap="sm"
        mb="lg"
        className="card"
        aria-label="Overall status"
      >
        <StatusMark tone={overall.tone}>{overall.word}</StatusMark>
        <span className="tabular">{OVERALL_UPTIME}% uptime over 30 days</span>
      </Group>
      <Title order={2}>Services</Title>
      {isUnknown && services.data && (
        <p role="status">
          Couldn’t load the current status. This is the status at {times.format(services.dataUpdatedAt)}.
        </p>
      )}
      <Loaded
        what="the services"
        of={{ services }}
        skeleton={
          <Box component="ul" className="columns" mt="sm" mb="xl" style={CARDS} aria-busy>
            {SKELETONS.map((key) => (
              <li key={key} className="card">
                <Skeleton height="5.5rem" />
              </li>
            ))}
          </Box>
        }
      >
        {(loaded) => (
          <Box component="ul" className="columns" mt="sm" mb="xl" style={CARDS}>
            {loaded.services.map(({ issues, notice, ...service }) => (
              <Stack component="li" gap="0.35rem" mih="9rem" key={service.id} className="card">
                <Title order={3}>{service.name}</Title>
                <p className="quiet">{service.description}</p>
                <Group component="p" align="baseline" justify="space-between" gap="xs">
                  <StatusMark tone={TONES[service.status]}>{capitalized(service.status)}</StatusMark>
                  <span className="tabular">{service.uptime}%</span>
                </Group>
                {(issues ?? notice) && <p>{capitalized(issues ?? notice ?? '')}</p>}
              </Stack>
            ))}
          </Box>
        )}
      </Loaded>
      <Title order={2}>Recent incidents</Title>
      <Loaded
        what="the incidents"
        of={{ incidents }}
        skeleton={<p className="quiet">Loading incidents…</p>}
        empty={<p className="quiet">No recent incidents.</p>}
      >
        {(loaded) => (
          <Box component="ul" mt="sm" className="ruled">
            {loaded.incidents.map((incident) => (
              <Box component="li" py="md" key={incident.id}>
                <Group align="baseline" justify="space-between" gap="xs">
                  <Title order={3}>{incident.title}</Title>
                  <StatusMark tone={incident.status === 'completed' ? 'green' : 'yellow'}>
                    {capitalized(incident.status)}
                  </StatusMark>
                </Group>
                <Text my="0.35rem">{incident.description}</Text>
                <time className="quiet" dateTime={incident.startedAt.toISOString()}>
                  {momentOf(incident.startedAt)}
                </time>
              </Box>
            ))}
          </Box>
        )}
      </Loaded>
    </Page>
  );
}

const CARDS = { '--column': '22rem', gap: 'var(--mantine-spacing-md)' };
const SKELETONS = ['first', 'second', 'third', 'fourth'];
