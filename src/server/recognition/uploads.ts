// Uploads: the only requests that may be large, and only from people who may have a ballot read or import a file. Everybody
// else's upload is refused before it is read, so they can't make the server hold twenty megabytes.
import { ORPCError } from '@orpc/server';
import { MAX_IMAGE_BYTES } from '#ballot/photo-file.ts';
import { PREMIUM_NEEDED } from '#contract/ballots.ts';
import { isAmong, may, type Actor } from '#contract/permissions.ts';
import type { Tx } from '../database/database.ts';
import { isOneOf } from '../database/is-one-of.ts';

const UPLOAD_PATH = /^\/api\/(?:rpc|v1)\/(?:ballots\/recognize|seasonFiles\/(?:preview|run)|[a-z]+\/previewImport)$/;
/** What multipart/form-data adds around the photo. */
const MULTIPART_BYTES = 100_000;

export const MAX_UPLOAD_BYTES = MAX_IMAGE_BYTES + MULTIPART_BYTES;

export const isUpload = (request: Request, path: string): boolean =>
  UPLOAD_PATH.test(path) && /^multipart\/form-data\b/.test(request.headers.get('content-type') ?? '');

type Read = <Found>(work: (tx: Tx) => Promise<Found>) => Promise<Found>;
const isPhoto = (path: string): boolean => path.endsWith('/ballots/recognize');

/**
 * Refuses a photo of somebody who is staff of no school with premium status. The call itself checks the school that the
 * photo is for, which nobody knows before the photo has arrived.
 */
export async function checkPremium(path: string, actor: Actor, read: Read): Promise<void> {
  if (!isPhoto(path) || actor.isSuperAdmin) return;
  const staffed = Object.keys(actor.roles).filter((schoolId) => isAmong('school staff', actor, schoolId));
  const premium = await read((tx) =>
    tx
      .selectFrom('schools')
      .select('id')
      .where(isOneOf('id', staffed))
      .where('isPremium', '=', true)
      .executeTakeFirst(),
  );
  if (!premium) throw new ORPCError('PREMIUM_NEEDED', PREMIUM_NEEDED);
}

export const mayUpload = ({ actor }: { actor: Actor }): boolean =>
  may(actor, 'create', 'ballotRecognition') || may(actor, 'create', 'seasonImport');
