/** Only accepts an address of this site. Browsers drop control characters, so they could hide a second slash. */
export const safeReturn = (from: unknown): string =>
  typeof from === 'string' && /^\/(?![/\\])\P{Cc}*$/u.test(from) && !from.startsWith('/auth') ? from : '/';
