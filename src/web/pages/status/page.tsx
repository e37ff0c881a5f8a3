// The service status page: what the staff say about each service, and the recent incidents.
import { Skeleton, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ServiceStatus } from '#contract/status.ts';
import { BetaWatermark } from '#web/components/beta-watermark.tsx';
import { Page } from '#web/components/page.tsx';
import { StatusMark, type Tone } from '#web/components/status-mark.tsx';
import { api } from '#web/server/query-client.ts';
import classes from './page.module.css';

const TONES: Record<ServiceStatus['status'], Tone> = {
  operational: 'green',
  degraded: 'yellow',
  outage: 'red',
  maintenance: 'blue',
};
const titled = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
// Source: specification, section 9. It is the 30-day figure of the whole, published with the services' own.
const OVERALL_UPTIME = '99.7';
const dates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

const LOOK_EVERY_MS = 15_000;

type Service = Pick<ServiceStatus, 'id' | 'name' | 'description' | 'status' | 'issues' | 'notice'> & {
  uptime?: number;
};
const DATABASE = 'Database';
const AWAY = { status: 'outage', issues: 'The database does not answer.', notice: null } as const;

function withDatabaseAway(known: ServiceStatus[] | undefined): Service[] {
  if (known === undefined) return [{ id: DATABASE, name: DATABASE, description: 'Where everything is kept', ...AWAY }];
  return known.map((service) => (service.name === DATABASE ? { ...service, ...AWAY } : service));
}

export function StatusPage() {
  const services = useQuery(
    api.status.services.queryOptions({ meta: { failed: 'Failed to load the status' }, refetchInterval: LOOK_EVERY_MS }),
  );
  const incidents = useQuery(api.status.incidents.queryOptions({ meta: { failed: 'Failed to load the incidents' } }));
  // What the staff say is kept in the database: an answer shows that it answers, none at all that nothing does.
  const isAway = services.failureCount > 0;
  const shown = isAway ? withDatabaseAway(services.data) : services.data;
  const instead = incidents.isPending
    ? 'Loading the incidents'
    : incidents.isLoadingError
      ? 'The incidents could not be loaded.'
      : 'No recent incidents.';
  return (
    <Page title="Service Status">
      <BetaWatermark />
      <section className={classes.overall} aria-label="Overall status">
        <StatusMark tone={isAway ? 'red' : 'green'}>{isAway ? 'Outage' : 'Operational'}</StatusMark>
        <span className="tabular">{OVERALL_UPTIME}% uptime over 30 days</span>
      </section>
      <Title order={2}>Services</Title>
      <ul className={classes.cards} aria-busy={shown === undefined}>
        {shown === undefined &&
          SKELETONS.map((key) => (
            <li key={key} className={classes.card}>
              <Skeleton height="5.5rem" />
            </li>
          ))}
        {shown?.map((service) => (
          <li key={service.id} className={classes.card}>
            <Title order={3}>{service.name}</Title>
            <p className={classes.quiet}>{service.description}</p>
            <p className={classes.line}>
              <StatusMark tone={TONES[service.status]}>{titled(service.status)}</StatusMark>
              {service.uptime !== undefined && <span className="tabular">{service.uptime}%</span>}
            </p>
            {(service.issues ?? service.notice) && <p className={classes.note}>{service.issues ?? service.notice}</p>}
          </li>
        ))}
      </ul>
      <Title order={2}>Recent incidents</Title>
      {!incidents.data?.length && <p className={classes.quiet}>{instead}</p>}
      <ul className={classes.incidents} aria-busy={incidents.isPending}>
        {incidents.data?.map((incident) => (
          <li key={incident.id}>
            <div className={classes.line}>
              <Title order={3}>{incident.title}</Title>
              <StatusMark tone={incident.status === 'completed' ? 'green' : 'yellow'}>
                {titled(incident.status)}
              </StatusMark>
            </div>
            <p>{incident.description}</p>
            <time className={classes.quiet} dateTime={incident.startedAt.toISOString()}>
              {dates.format(incident.startedAt)}
            </time>
          </li>
        ))}
      </ul>
    </Page>
  );
}

const SKELETONS = ['first', 'second', 'third', 'fourth'];
