/** The reason that a page shows. */
export const REASON = 'Not today.';

/** The server's answer to a call that it refuses. */
export const refusal = (): Response =>
  Response.json({ json: { defined: false, code: 'BAD_REQUEST', status: 400, message: REASON } }, { status: 400 });
