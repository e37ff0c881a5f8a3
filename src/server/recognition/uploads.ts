// Uploads: the only requests that may be large, and only from people who may have a ballot read or import a file. Everybody
// else's upload is refused before it is read, so they can't make the server hold megabytes.
import { ORPCError } from '@orpc/server';
import { MAX_IMAGE_BYTES, TOO_LARGE } from '#ballot/photo-file.ts';
import { PREMIUM_NEEDED } from '#contract/ballots.ts';
import { fileTooLarge, MAX_LIST_FILE_BYTES, MAX_SEASON_FILE_BYTES } from '#contract/list-files.ts';
import { isAmong, may, type Actor } from '#contract/permissions.ts';
import type { Tx } from '../database/database.ts';
import { isOneOf } from '../database/is-one-of.ts';

const CALLS = String.raw`^\/api\/(?:rpc|v1)\/`;
/** The calls that take a file, with its greatest size and the sentence that refuses a larger one. */
const UPLOADS = [
  { path: new RegExp(`${CALLS}ballots/recognize$`), maxBytes: MAX_IMAGE_BYTES, tooLarge: TOO_LARGE },
  {
    path: new RegExp(`${CALLS}seasonFiles/(?:preview|run)$`),
    maxBytes: MAX_SEASON_FILE_BYTES,
    tooLarge: fileTooLarge(MAX_SEASON_FILE_BYTES),
  },
  {
    path: new RegExp(`${CALLS}[a-z]+/previewImport$`),
    maxBytes: MAX_LIST_FILE_BYTES,
    tooLarge: fileTooLarge(MAX_LIST_FILE_BYTES),
  },
];
export type Upload = Omit<(typeof UPLOADS)[number], 'path'>;

/** What an address takes, if the request is an upload to it. */
export const uploadTo = (request: Request, path: string): Upload | undefined =>
  /^multipart\/form-data\b/.test(request.headers.get('content-type') ?? '')
    ? UPLOADS.find((upload) => upload.path.test(path))
    : undefined;

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
