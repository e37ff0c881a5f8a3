// Which requests may be large, and from whom: a photo from somebody who may have it read. Nobody else can make the server
// hold twenty megabytes, for their uploads are not read at all; nor are those that do not say how large they are.
import { MAX_IMAGE_BYTES } from '#ballot/photo-file.ts';
import { may, SIGNED_OUT } from '#contract/permissions.ts';
import type { SignedIn } from '../sign-in/sessions.ts';

const UPLOAD = /^\/api\/(?:rpc|v1)\/ballots\/recognize$/;
/** What multipart/form-data adds around the photo. */
const WRAPPING_BYTES = 100_000;

/** The most bytes that a request to this path may have, when `most` holds for all others. */
export const mostBytesFor = (path: string, most: number): number =>
  UPLOAD.test(path) ? MAX_IMAGE_BYTES + WRAPPING_BYTES : most;

/** Whether nobody knows how large this upload is before all of it is here: it would be held before it is known who sends it. */
export const hasUnknownLength = (request: Request, path: string): boolean =>
  UPLOAD.test(path) && request.body !== null && !request.headers.has('content-length');

/** The request as this person may send it: without its upload when it will be refused anyway. */
export function withoutUnwantedUpload(request: Request, path: string, signedIn: SignedIn | undefined): Request {
  if (!UPLOAD.test(path) || may(signedIn?.actor ?? SIGNED_OUT, 'create', 'ballotRecognition')) return request;
  const headers = new Headers(request.headers);
  headers.delete('content-type');
  headers.delete('content-length');
  return new Request(request.url, { method: request.method, headers });
}
