// Commands for the status page: the state of the services, and the incidents. Open status pages update at once.
import { id as idSchema } from '#contract/fields.ts';
import { INCIDENT_STATUSES, SERVICE_STATUSES } from '#contract/words.ts';
import type { Database } from '../database/database.ts';
import { CannotStart } from '../settings.ts';
import { command, type Command, type Given } from './commands.ts';
import { readName, readOneOf } from './find.ts';

const MAX_TEXT = 500;

const readText = (text: string): string => {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > MAX_TEXT || /\p{Cc}/u.test(trimmed)) {
    throw new CannotStart(`Enter 1 to ${MAX_TEXT} characters without line breaks.`);
  }
  return trimmed;
};

async function services({ owner }: Database): Promise<string> {
  const rows = await owner.selectFrom('serviceStatuses').selectAll().orderBy('position').execute();
  return rows
    .map(({ name, status, uptime, issues, notice }) =>
      [name, status, `${uptime} %`, issues ?? notice ?? ''].join('\t').trimEnd(),
    )
    .join('\n');
}

/** The named service. Its name may be given in any case. */
async function findService({ owner }: Database, name: string): Promise<{ id: string; name: string }> {
  const rows = await owner.selectFrom('serviceStatuses').select(['id', 'name']).orderBy('position').execute();
  const found = rows.find((row) => row.name.toLowerCase() === name.trim().toLowerCase());
  if (found) return found;
  const names = rows.map((row) => `"${row.name}"`).join(', ');
  throw new CannotStart(`There is no service "${name}". There are ${names}.`);
}

async function setService(database: Database, { words: [name = '', asked = '', ...note] }: Given): Promise<string> {
  const status = readOneOf(SERVICE_STATUSES, asked, 'state');
  const service = await findService(database, name);
  const text = note.length === 0 ? null : readText(note.join(' '));
  // Planned work is a notice, everything else an issue. The old note is deleted with the old state.
  const notes = status === 'maintenance' ? { notice: text, issues: null } : { issues: text, notice: null };
  await database.owner
    .updateTable('serviceStatuses')
    .set({ status, ...notes })
    .where('id', '=', service.id)
    .execute();
  return `${service.name} is now shown as ${status}.`;
}

async function setUptime(database: Database, { words: [name = '', percent = ''] }: Given): Promise<string> {
  const uptime = Number(percent);
  if (percent.trim() === '' || !(uptime >= 0 && uptime <= 100)) {
    throw new CannotStart(`"${percent}" is not a number from 0 to 100.`);
  }
  const service = await findService(database, name);
  await database.owner.updateTable('serviceStatuses').set({ uptime }).where('id', '=', service.id).execute();
  return `${service.name} is now shown with an uptime of ${uptime} %.`;
}

async function incidents({ owner }: Database): Promise<string> {
  const rows = await owner.selectFrom('incidents').selectAll().orderBy('startedAt', 'desc').execute();
  const lines = rows.map(({ id, title, status, startedAt }) =>
    [id, startedAt.toISOString().slice(0, 16), status, title].join('\t'),
  );
  return [...lines, `${rows.length} incidents.`].join('\n');
}

async function addIncident({ owner }: Database, { words: [title = '', description = ''] }: Given): Promise<string> {
  const values = { title: readName(title), description: readText(description), status: 'investigating' as const };
  const { id } = await owner.insertInto('incidents').values(values).returning('id').executeTakeFirstOrThrow();
  return `Added ${values.title}. Its id: ${id}`;
}

const noIncident = (given: string): CannotStart =>
  new CannotStart(`There is no incident "${given}". The command incidents lists their ids.`);

async function setIncident({ owner }: Database, { words: [id = '', asked = ''] }: Given): Promise<string> {
  const status = readOneOf(INCIDENT_STATUSES, asked, 'state');
  if (!idSchema.safeParse(id).success) throw noIncident(id);
  const changed = await owner
    .updateTable('incidents')
    .set({ status })
    .where('id', '=', id)
    .returning('title')
    .executeTakeFirstOrThrow(() => noIncident(id));
  return `${changed.title} is now ${status}.`;
}

async function removeIncident({ owner }: Database, { words: [id = ''] }: Given): Promise<string> {
  if (!idSchema.safeParse(id).success) throw noIncident(id);
  const deleting = owner.deleteFrom('incidents').where('id', '=', id).returning('title');
  const gone = await deleting.executeTakeFirstOrThrow(() => noIncident(id));
  return `Removed ${gone.title}.`;
}

export const STATUS_COMMANDS: readonly Command[] = [
  command('services', 'lists the services of the status page', [0, 0], services),
  command(
    `set-service SERVICE ${SERVICE_STATUSES.join('|')} [NOTE]`,
    'sets the status of a service, with an optional note',
    [2, 60],
    setService,
  ),
  command('set-uptime SERVICE PERCENT', 'sets its uptime of the last 30 days', [2, 2], setUptime),
  command('incidents', 'lists the incidents and their ids', [0, 0], incidents),
  command(
    'add-incident TITLE DESCRIPTION',
    'adds an incident that is being investigated; put each text in quotes',
    [2, 2],
    addIncident,
  ),
  command(`set-incident ID ${INCIDENT_STATUSES.join('|')}`, 'sets the status of an incident', [2, 2], setIncident),
  command('remove-incident ID', 'removes it from the page', [1, 1], removeIncident),
];
