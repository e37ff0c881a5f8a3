// The cookies of sign-in: the session's token, the mark of a browser that has signed in here before, and the secret of one that is on
// its way to the provider of single sign-on.
import { deleteCookie, getCookie, setCookie } from '@orpc/server/helpers';
import type { Settings } from '../settings.ts';

function cookieOf(suffix: string, secondsIn: (settings: Settings) => number) {
  const isSecure = ({ PUBLIC_URL }: Settings): boolean => PUBLIC_URL?.startsWith('https:') ?? false;
  /** With https, `__Host-` lets no other host or path set a cookie, and the browser never sends it unencrypted. */
  const nameIn = (settings: Settings): string => `${isSecure(settings) ? '__Host-' : ''}courtside${suffix}`;
  /** `SameSite=Lax` cookies come along when the provider sends the browser back. */
  const attributes = (settings: Settings) =>
    ({ httpOnly: true, sameSite: 'lax', secure: isSecure(settings), path: '/' }) as const;
  return {
    nameIn,
    read: (headers: Headers, settings: Settings): string | undefined => getCookie(headers, nameIn(settings)),
    set: (headers: Headers, settings: Settings, value: string): void =>
      setCookie(headers, nameIn(settings), value, { ...attributes(settings), maxAge: secondsIn(settings) }),
    end: (headers: Headers, settings: Settings): void => deleteCookie(headers, nameIn(settings), attributes(settings)),
  };
}

/** The cookie lasts as long as any session can; the session's own end, which use postpones, is in the database. */
export const {
  nameIn: sessionCookieName,
  read: sessionToken,
  set: setSessionCookie,
  end: deleteSessionCookie,
} = cookieOf('', ({ SESSION_SECONDS }) => SESSION_SECONDS);

// Browsers keep no cookie longer than 400 days.
export const { read: deviceCookie, set: setDeviceCookie } = cookieOf('-device', () => 400 * 86_400);

// As long as an attempt to sign in at the provider may take.
const signOn = cookieOf('-sign-on', () => 600);
export const setSignOnCookie = signOn.set;
export function signOnCookie(headers: Headers, settings: Settings): string | undefined {
  const secret = signOn.read(headers, settings);
  return secret !== undefined && /^[\w-]{43}$/.test(secret) ? secret : undefined;
}
