/** The reason that a page shows. */
export const REASON = 'Not today.';

/** The server's answer to a call that it refuses. */
export const refusal = (): Response =>
  Response.json({ json: { defined: false, code: 'FORBIDDEN', status: 403, message: REASON } }, { status: 403 });
