// Uploads: the only requests that may be large, and only from people who may have a ballot read or import a season. Everybody
// else's upload is refused before it is read, so they can't make the server hold twenty megabytes.
import { MAX_IMAGE_BYTES } from '#ballot/photo-file.ts';
import { may, SIGNED_OUT, type Actor } from '#contract/permissions.ts';

const UPLOAD_PATH = /^\/api\/(?:rpc|v1)\/(?:ballots\/recognize|seasonFiles\/(?:preview|run))$/;
/** What multipart/form-data adds around the photo. */
const MULTIPART_BYTES = 100_000;

export const MAX_UPLOAD_BYTES = MAX_IMAGE_BYTES + MULTIPART_BYTES;

export const isUpload = (request: Request, path: string): boolean =>
  UPLOAD_PATH.test(path) && /^multipart\/form-data\b/.test(request.headers.get('content-type') ?? '');

export const mayUpload = ({ actor }: { actor: Actor } = { actor: SIGNED_OUT }): boolean =>
  may(actor, 'create', 'ballotRecognition') || may(actor, 'create', 'seasonImport');
