// The everyday name of the browser behind a User-Agent header, by which people recognize their sessions.

// The order matters: most browsers also claim to be the ones further down.
const BROWSERS: [RegExp, string][] = [
  [/Edg/, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];
const nameIn = (names: [RegExp, string][], text: string): string | undefined =>
  names.find(([pattern]) => pattern.test(text))?.[1];

/** "Firefox on Windows", or as much of it as the header says. */
export function browserName(userAgent: string | null): string {
  const [browser = 'Unknown browser', system] = [BROWSERS, SYSTEMS].map((names) => nameIn(names, userAgent ?? ''));
  return system === undefined ? browser : `${browser} on ${system}`;
}
