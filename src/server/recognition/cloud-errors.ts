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

type ServiceError = { code?: string; innererror?: ServiceError };
/** What the client throws: a failed request has a status; a failed analysis has the service's code and details. */
type ClientError = Error & {
  code?: string;
  details?: unknown;
  statusCode?: number;
  request?: { method?: string };
  response?: { parsedBody?: { error?: ServiceError } };
};

/** The error to throw instead. Its cause is for the log. */
export function refusalOf(error: unknown): UnreadableImage | ReaderFailed {
  if (!(error instanceof Error)) return new ReaderFailed(NOT_REACHED, { cause: error });
  const { code, details, message, statusCode, request, response }: ClientError = error;
  // The analysis failed, and the service gives the reason in a sentence for people.
  if (details !== undefined && code !== undefined && statusCode === undefined) {
    return BAD_PHOTO.has(code) ? new UnreadableImage(message) : new ReaderFailed(message, { cause: error });
  }
  if (statusCode === 400 || statusCode === 413 || statusCode === 415) {
    const sentence = badPhoto(response?.parsedBody?.error);
    if (sentence !== undefined) return new UnreadableImage(sentence);
  }
  if (statusCode === 404 && request?.method === 'GET') return new ReaderFailed(FORGOTTEN, { cause: error });
  return new ReaderFailed(sentenceFor(message, statusCode), { cause: error });
}

/** Never the service's own text for a refused request, which may contain addresses and ids. */
function sentenceFor(message: string, status = 0): string {
  if (status > 0) return SENTENCES[status] ?? FAILED;
  return /^The (?:recognition service|analysis) /.test(message) ? message : NOT_REACHED;
}

/** Inner errors have the more specific codes. */
function badPhoto(error: ServiceError | undefined): string | undefined {
  if (!error) return undefined;
  return badPhoto(error.innererror) ?? BAD_PHOTO.get(error.code ?? '');
}
