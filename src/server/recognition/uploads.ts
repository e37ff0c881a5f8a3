// Only photos may be large, and only from people who may have them read: all other uploads are refused unread, and so are
// uploads without a Content-Length. Nobody else can make the server hold 20 MB.
import { MOST_IMAGE_BYTES } from '#ballot/photo-file.ts';
import { may, SIGNED_OUT } from '#contract/permissions.ts';
import type { SignedIn } from '../sign-in/sessions.ts';

const UPLOAD = /^\/api\/(?:rpc|v1)\/ballots\/recognize$/;
/** Room for what multipart/form-data adds to the photo. */
const WRAPPING_BYTES = 100_000;

/** The body limit for a path in bytes; `most` is the limit for everything but photos. */
export const mostBytesFor = (path: string, most: number): number =>
  UPLOAD.test(path) ? MOST_IMAGE_BYTES + WRAPPING_BYTES : most;

/** Whether an upload has no Content-Length, so that it would have to be read before its size is known. */
export const hasUnknownLength = (request: Request, path: string): boolean =>
  UPLOAD.test(path) && request.body !== null && !request.headers.has('content-length');

/** Drops the upload of a person who may not have ballots read. The call will refuse the rest. */
export function withoutUnwantedUpload(request: Request, path: string, signedIn: SignedIn | undefined): Request {
  if (!UPLOAD.test(path) || may(signedIn?.actor ?? SIGNED_OUT, 'create', 'ballotRecognition')) return request;
  const headers = new Headers(request.headers);
  headers.delete('content-type');
  headers.delete('content-length');
  return new Request(request.url, { method: request.method, headers });
}
