// Better Auth, as far as the product uses it: e-mail and password, sessions in the database. None of its own web
// endpoints are open; the contract's `session` calls are the only doors.
import { betterAuth } from 'better-auth';
import type { Database } from '../database/database.ts';
import type { Settings } from '../settings.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { sessionCookieName } from './sessions.ts';

export type Auth = ReturnType<typeof openAuth>;

export function openAuth(database: Database, settings: Settings, secret: string) {
  const secure = settings.PUBLIC_URL?.startsWith('https:') ?? false;
  const stamps = { createdAt: 'createdAt', updatedAt: 'updatedAt' };
  return betterAuth({
    baseURL: settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`,
    secret,
    database: { db: database.owner, type: 'postgres' },
    telemetry: { enabled: false },
    logger: { disabled: true },
    // The product counts failures itself, across nodes and by an address that cannot be spoofed (attempts.ts).
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 1,
      maxPasswordLength: 1000,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    user: { modelName: 'users', fields: stamps },
    session: {
      modelName: 'sessions',
      fields: stamps,
      // The cookie's lifetime. The session's own, shorter end (sessions.ts) moves with its use; the cookie must not end
      // before it.
      expiresIn: settings.SESSION_SECONDS,
      disableSessionRefresh: true,
    },
    account: { modelName: 'accounts', fields: stamps },
    verification: { modelName: 'verifications', fields: stamps },
    advanced: {
      database: { generateId: 'uuid' },
      useSecureCookies: false,
      cookies: { session_token: { name: sessionCookieName(settings) } },
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure, path: '/' },
    },
  });
}
