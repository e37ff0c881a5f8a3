// The two cookies of sign-in: the session's token, and the mark of a browser that has signed in here before.
import { deleteCookie, getCookie, setCookie } from '@orpc/server/helpers';
import type { Settings } from '../settings.ts';

// Browsers keep no cookie longer than 400 days.
const DEVICE_SECONDS = 400 * 86_400;

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
export const setSessionCookie = (headers: Headers | undefined, settings: Settings, token: string): void =>
  setCookie(headers, sessionCookieName(settings), token, {
    ...attributes(settings),
    maxAge: settings.SESSION_SECONDS,
  });

export const deleteSessionCookie = (headers: Headers | undefined, settings: Settings): void =>
  deleteCookie(headers, sessionCookieName(settings), attributes(settings));

export const deviceCookie = (headers: Headers, settings: Settings): string | undefined =>
  getCookie(headers, deviceCookieName(settings));

export const setDeviceCookie = (headers: Headers | undefined, settings: Settings, value: string): void =>
  setCookie(headers, deviceCookieName(settings), value, { ...attributes(settings), maxAge: DEVICE_SECONDS });
