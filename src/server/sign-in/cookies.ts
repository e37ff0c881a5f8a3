// The cookies of sign-in: the session's token, the mark of a browser that has signed in here before, and the secret of one that is on
// its way to the provider of single sign-on.
import { deleteCookie, getCookie, setCookie } from '@orpc/server/helpers';
import type { Settings } from '../settings.ts';

// Browsers keep no cookie longer than 400 days.
const DEVICE_SECONDS = 400 * 86_400;
/** As long as an attempt to sign in at the provider may take. */
const SIGN_ON_SECONDS = 600;

const isSecure = (settings: Settings): boolean => settings.PUBLIC_URL?.startsWith('https:') ?? false;

/** With https, `__Host-` lets no other host or path set a cookie, and the browser never sends it unencrypted. */
export const sessionCookieName = (settings: Settings): string =>
  isSecure(settings) ? '__Host-courtside' : 'courtside';
const deviceCookieName = (settings: Settings): string => `${sessionCookieName(settings)}-device`;

const attributes = (settings: Settings) =>
  ({ httpOnly: true, sameSite: 'lax', secure: isSecure(settings), path: '/' }) as const;

export const sessionToken = (headers: Headers, settings: Settings): string | undefined =>
  getCookie(headers, sessionCookieName(settings));

/** The cookie lasts as long as any session can; the session's own end, which use postpones, is in the database. */
export const setSessionCookie = (headers: Headers, settings: Settings, token: string): void =>
  setCookie(headers, sessionCookieName(settings), token, {
    ...attributes(settings),
    maxAge: settings.SESSION_SECONDS,
  });

export const deleteSessionCookie = (headers: Headers, settings: Settings): void =>
  deleteCookie(headers, sessionCookieName(settings), attributes(settings));

export const deviceCookie = (headers: Headers, settings: Settings): string | undefined =>
  getCookie(headers, deviceCookieName(settings));

export const setDeviceCookie = (headers: Headers, settings: Settings, value: string): void =>
  setCookie(headers, deviceCookieName(settings), value, { ...attributes(settings), maxAge: DEVICE_SECONDS });

const signOnCookieName = (settings: Settings): string => `${sessionCookieName(settings)}-sign-on`;

/** `SameSite=Lax` cookies come along when the provider sends the browser back. */
export function signOnCookie(headers: Headers, settings: Settings): string | undefined {
  const secret = getCookie(headers, signOnCookieName(settings));
  return secret !== undefined && /^[\w-]{43}$/.test(secret) ? secret : undefined;
}

export const setSignOnCookie = (headers: Headers, settings: Settings, secret: string): void =>
  setCookie(headers, signOnCookieName(settings), secret, { ...attributes(settings), maxAge: SIGN_ON_SECONDS });
