// Reads a ballot. Neither the photo nor its contents are written anywhere, not even to the log.
import { ORPCError } from '@orpc/client';
import { extractedFrom } from '#ballot/extracted.ts';
import { readOwnSheet } from '#ballot/sheet/refusals.ts';
import { PREMIUM_NEEDED } from '#contract/ballots.ts';
import { isAmong, SIGNED_OUT } from '#contract/permissions.ts';
import { ReaderBusy, ReaderFailed, UnreadableImage } from '#recognizer/ballot-reader.ts';
import { outsideApi as api } from '../api.ts';
import type { Asked } from '../authorize.ts';
import { currentUser } from '../database/database.ts';
import type { Entry } from '../database/entry.ts';
import { findSheet } from '../season/sheet-of.ts';

// Photos that a person may send: enough to work through a pile, too few to keep the reader busy alone. Each process counts for itself,
// because each has its own reader.
const MAX_IN_WINDOW = 30;
const WINDOW_MS = 60_000;
const sent = new Map<string, number[]>();

/** Takes a turn, or returns the seconds until one is free. */
function takeTurn(userId: string): 'taken' | { retryAfter: number } {
  const start = performance.now() - WINDOW_MS;
  for (const [id, times] of sent) if ((times.at(-1) ?? 0) <= start) sent.delete(id);
  const recent = (sent.get(userId) ?? []).filter((time) => time > start);
  const [first] = recent;
  if (recent.length >= MAX_IN_WINDOW && first !== undefined) return { retryAfter: Math.ceil((first - start) / 1000) };
  sent.set(userId, [...recent, performance.now()]);
  return 'taken';
}

/** The schools with premium status that the sender of a photo is staff of. Refuses people without such a school. */
export async function admitPhoto(entry: Entry, asked: Asked): Promise<string[]> {
  const premium = await entry.read(asked, (tx) =>
    tx
      .selectFrom('usersSchools')
      .innerJoin('schools', 'schools.id', 'schoolId')
      .select('schoolId')
      .where('isPremium', '=', true)
      .where('userId', '=', currentUser)
      .execute(),
  );
  const { actor = SIGNED_OUT } = entry.person ?? {};
  const staffed = premium.map(({ schoolId }) => schoolId).filter((id) => isAmong('school staff', actor, id));
  if (staffed.length === 0 && !actor.isSuperAdmin) throw new ORPCError('PREMIUM_NEEDED', PREMIUM_NEEDED);
  return staffed;
}

const prepare = api.ballots.prepare.handler(({ context }) => context.ballotReader.prepare?.());

const recognize = api.ballots.recognize.handler(async ({ input, context, errors }) => {
  const { ballotReader, before, log, premiumSchools, signedIn } = context;
  const turn = takeTurn(signedIn.actor.userId);
  if (turn !== 'taken') {
    context.resHeaders.set('retry-after', String(turn.retryAfter));
    const wait = turn.retryAfter === 1 ? 'a second' : `${turn.retryAfter} seconds`;
    throw errors.TOO_MANY_REQUESTS({ message: `Too many ballots in a minute. Please try again in ${wait}.` });
  }
  if (!signedIn.actor.isSuperAdmin) {
    const { schoolId } = input;
    // Without a school, the matrix was asked about any school.
    if (schoolId === undefined) throw errors.FORBIDDEN();
    if (!premiumSchools.includes(schoolId)) throw errors.PREMIUM_NEEDED();
  }
  const bytes = new Uint8Array(await input.image.arrayBuffer());
  const reading = readOwnSheet(
    input.anySheet ? input.schoolId : undefined,
    (sheets) => ballotReader.read(bytes, sheets, input.image.name),
    (schoolId, { sheet: id, version }) => before((tx) => findSheet(tx, schoolId, { id, version })),
  );
  const read = await reading.catch((error: unknown) => {
    if (error instanceof UnreadableImage) throw errors.NOT_READ({ message: error.message });
    if (error instanceof ReaderBusy) throw errors.SERVICE_UNAVAILABLE({ message: error.message });
    if (error instanceof ReaderFailed) {
      log.warn({ event: 'recognition failed', why: whatFailed(error.cause) }, 'A ballot could not be read');
      throw errors.SERVICE_UNAVAILABLE({ message: error.message });
    }
    throw error;
  });
  const extracted = extractedFrom(read, input);
  if ('refusal' in extracted) throw errors.NOT_READ({ message: extracted.refusal });
  return extracted;
});

/** The cause in one line. A cloud client's error contains the whole request, including the photo. */
function whatFailed(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const status = 'statusCode' in cause ? ` (status ${String(cause.statusCode)})` : '';
  return `${cause.name}: ${cause.message.split('\n')[0]?.slice(0, 200)}${status}`;
}

export const ballots = { prepare, recognize };
