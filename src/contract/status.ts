// The public status page: the services and the recent incidents.
import * as z from 'zod/mini';
import { reads } from './call.ts';
import { id } from './fields.ts';
import { INCIDENT_STATUSES, SERVICE_STATUSES } from './words.ts';

const serviceStatus = z.object({
  id,
  name: z.string(),
  description: z.string(),
  status: z.enum(SERVICE_STATUSES),
  /** Percent of the last 30 days. */
  uptime: z.number(),
  issues: z.nullable(z.string()),
  notice: z.nullable(z.string()),
});
export type ServiceStatus = z.infer<typeof serviceStatus>;
const incident = z.object({
  id,
  title: z.string(),
  description: z.string(),
  status: z.enum(INCIDENT_STATUSES),
  startedAt: z.date(),
});

export const status = {
  services: reads('serviceStatus').output(z.array(serviceStatus)),
  incidents: reads('incident').output(z.array(incident)),
};
