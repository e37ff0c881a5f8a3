// The status codes that have an error page, each at /code.
export const COURT_CODES = [404, 403, 401, 418, 503, 402, 500, 429] as const;
export type CourtCode = (typeof COURT_CODES)[number];
