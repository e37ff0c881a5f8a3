// What a failure of the cloud service is called to the person who waits for the ballot.

const KEY_REFUSED = 'The recognition service does not accept this server’s key. Please tell whoever runs it.';
const SENTENCES: Record<number, string> = {
  400: 'The recognition service did not accept the image.',
  401: KEY_REFUSED,
  403: KEY_REFUSED,
  404: 'The recognition service does not know the model. Please tell whoever runs this server.',
  408: 'The recognition service took too long. Please try again.',
  413: 'The image is too large for the recognition service.',
  415: 'The recognition service did not accept the image.',
  429: 'The recognition service is busy. Please try again in a minute.',
};
const FAILED = 'The recognition service failed. Please try again in a minute.';
const NOT_REACHED = 'The recognition service cannot be reached. Please try again in a minute.';

/** Never the service's own text for a refused request: it may hold addresses and ids that are nobody's business. */
export function sentenceFor(error: unknown): string {
  if (!(error instanceof Error)) return NOT_REACHED;
  // The analysis itself failed: the service says why, in a sentence made for people.
  if ('details' in error && 'code' in error && !('statusCode' in error)) return error.message;
  if (/^The (?:recognition service|analysis) /.test(error.message)) return error.message;
  const status = 'statusCode' in error ? Number(error.statusCode) : Number.NaN;
  if (status > 0) return SENTENCES[status] ?? FAILED;
  return NOT_REACHED;
}
