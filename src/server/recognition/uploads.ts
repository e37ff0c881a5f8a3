// Uploads: the only requests that may be large, and only from people who may have a ballot read. Everybody else's upload is
// refused before it is read, so they can't make the server hold twenty megabytes.
import { MAX_IMAGE_BYTES } from '#ballot/photo-file.ts';
import { may, SIGNED_OUT } from '#contract/permissions.ts';
import type { SignedIn } from '../database/entry.ts';

const UPLOAD_PATH = /^\/api\/(?:rpc|v1)\/ballots\/recognize$/;
/** What multipart/form-data adds around the photo. */
const MULTIPART_BYTES = 100_000;

export const MAX_UPLOAD_BYTES = MAX_IMAGE_BYTES + MULTIPART_BYTES;

export const isUpload = (request: Request, path: string): boolean =>
  UPLOAD_PATH.test(path) && /^multipart\/form-data\b/.test(request.headers.get('content-type') ?? '');

export const mayUpload = (signedIn: SignedIn | undefined): boolean =>
  may(signedIn?.actor ?? SIGNED_OUT, 'create', 'ballotRecognition');

/** The same request with no body: the call's own permission check then refuses it. */
export function withoutBody(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.delete('content-type');
  headers.delete('content-length');
  return new Request(request.url, { method: request.method, headers });
}
