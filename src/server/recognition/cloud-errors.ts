// Turns failures of the cloud service into messages for the person who uploaded the ballot, and tells whether their photo
// is the cause.
import { ReaderFailed, UnreadableImage } from '#recognizer/ballot-reader.ts';

const KEY_REFUSED = 'The recognition service does not accept this server’s key. Please tell its administrator.';
const NOT_ACCEPTED = 'The recognition service did not accept the image.';
const IMAGE_TOO_LARGE = 'The image is too large for the recognition service.';
const SENTENCES: Record<number, string> = {
  400: NOT_ACCEPTED,
  401: KEY_REFUSED,
  403: KEY_REFUSED,
  404: 'The recognition service does not have this model. Please tell this server’s administrator.',
  408: 'The recognition service took too long. Please try again.',
  413: IMAGE_TOO_LARGE,
  415: NOT_ACCEPTED,
  429: 'The recognition service is busy. Please try again in a minute.',
};
const FORGOTTEN = 'The recognition service forgot the ballot. Please try again.';
const FAILED = 'The recognition service failed. Please try again in a minute.';
const NOT_REACHED = 'The recognition service cannot be reached. Please try again in a minute.';

/** The service's error codes that concern the image (its error guide for 2023-07-31). */
const BAD_PHOTO = new Map([
  ['InvalidContent', 'The image is damaged and cannot be opened.'],
  ['InvalidContentDimensions', 'The image has too few or too many pixels for the recognition service.'],
  ['InvalidContentLength', IMAGE_TOO_LARGE],
  ['UnsupportedContent', NOT_ACCEPTED],
]);

/** What the service says about a failure. Inner errors have the more specific codes. */
export type Failure = { code?: string; message?: string; innererror?: Failure };

/** A request that the service refused. */
export class RequestFailed extends Error {
  readonly method: string;
  readonly statusCode: number;
  readonly failure: Failure | undefined;
  constructor(method: string, statusCode: number, failure: Failure | undefined) {
    super('The recognition service refused a request.');
    [this.method, this.statusCode, this.failure] = [method, statusCode, failure];
  }
}

/** An analysis that failed, with the service's reason in a sentence for people. Some fail without one. */
export class AnalysisFailed extends Error {
  readonly code: string;
  constructor(failure: Failure = {}) {
    const innermost = innermostOf(failure);
    super(innermost.message ?? 'The analysis failed.');
    this.code = innermost.code ?? '';
  }
}

const innermostOf = (failure: Failure): Failure => (failure.innererror ? innermostOf(failure.innererror) : failure);

/** The error to throw instead. Its cause is for the log. */
export function refusalOf(error: unknown): UnreadableImage | ReaderFailed {
  if (error instanceof AnalysisFailed && BAD_PHOTO.has(error.code)) return new UnreadableImage(error.message);
  if (error instanceof RequestFailed) return refusalOfRequest(error);
  const isOurs = error instanceof Error && /^The (?:recognition service|analysis) /.test(error.message);
  const sentence = error instanceof AnalysisFailed || isOurs ? error.message : NOT_REACHED;
  // Node's client says only in the cause why a service can't be reached.
  const cause = error instanceof TypeError ? (error.cause ?? error) : error;
  return new ReaderFailed(sentence, { cause });
}

/** Never the service's own text for a refused request, which may contain addresses and ids. */
function refusalOfRequest(error: RequestFailed): UnreadableImage | ReaderFailed {
  const { method, statusCode, failure } = error;
  const isAboutPhoto = statusCode === 400 || statusCode === 413 || statusCode === 415;
  const sentence = isAboutPhoto ? badPhoto(failure) : undefined;
  if (sentence !== undefined) return new UnreadableImage(sentence);
  if (statusCode === 404 && method === 'GET') return new ReaderFailed(FORGOTTEN, { cause: error });
  return new ReaderFailed(SENTENCES[statusCode] ?? FAILED, { cause: error });
}

function badPhoto(failure: Failure | undefined): string | undefined {
  if (!failure) return undefined;
  return badPhoto(failure.innererror) ?? BAD_PHOTO.get(failure.code ?? '');
}
