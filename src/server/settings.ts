// All settings of the server and of the recognizer service. An invalid one stops the start with a message.
import path from 'node:path';
import { z } from 'zod';

const wholeNumber = (lowest: number, highest: number) => z.coerce.number().int().min(lowest).max(highest);

const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://');

const isOrigin = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const { protocol, origin, href } = new URL(address);
  return /^https?:$/.test(protocol) && href === `${origin}/`;
};

const schema = z.object({
  /** `production` creates no demo world. */
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: wholeNumber(0, 65_535).default(3000),
  /** The address to listen on; by default, only this machine can connect. */
  HOST: z.string().min(1).default('127.0.0.1'),
  /** Where the private PostgreSQL lives. Not used with DATABASE_URL. */
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .transform((directory) => path.resolve(directory)),
  /** How many daily backups of the private PostgreSQL to keep in DATA_DIR/backups; 0 turns them off. */
  BACKUP_KEEP: wholeNumber(0, 1000).default(7),
  /** A PostgreSQL 15 or newer to use instead of the private one. */
  DATABASE_URL: postgresUrl.optional(),
  /** The same database without the pooler in front of it; change events need a dedicated connection. */
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  /** The maximum number of connections this process keeps to PostgreSQL. */
  DATABASE_POOL: wholeNumber(1, 500).default(10),
  /** Calls in progress at once; one client address gets at most half. Further calls get 503. */
  MAX_CONCURRENT_CALLS: wholeNumber(1, 10_000).default(200),
  /** `off` behind a pooler that can't keep prepared statements (PgBouncer before 1.21 in transaction mode). */
  DATABASE_PREPARE: z.enum(['on', 'off']).default('on'),
  /** The address people use, e.g. https://courtside.example.org. With https, cookies are Secure and HSTS is sent. */
  PUBLIC_URL: z
    .string()
    .refine(isOrigin, 'must be an http or https address without a path')
    .transform((address) => new URL(address).origin)
    .optional(),
  /** The number of proxies in front; the client's address is taken that many places from the right of X-Forwarded-For. */
  TRUSTED_PROXIES: wholeNumber(0, 10).default(0),
  /** A session ends after this many seconds without use ... */
  SESSION_IDLE_SECONDS: wholeNumber(120, 365 * 86_400).default(7 * 86_400),
  /** ... and after this many seconds in any case. */
  SESSION_SECONDS: wholeNumber(120, 365 * 86_400).default(30 * 86_400),
  /** `on`: super admins have their rights only with a second factor. */
  REQUIRE_TOTP_FOR_SUPER_ADMINS: z.enum(['on', 'off']).default('off'),
  /** Encrypts the secrets of second factors; by default, a key that is kept in the database. */
  SECOND_FACTOR_KEY: z.string().min(32).optional(),
  /** The issuer of the OpenID Connect provider for single sign-on, e.g. https://accounts.google.com. Needs the next three, and PUBLIC_URL. */
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/ })
    .transform((address) => new URL(address).href)
    .optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  /** What people call the provider, as in “Sign in with Google”. */
  OIDC_NAME: z
    .string()
    .regex(/^(?=.*\S)\P{Cc}{1,40}$/u, 'has 1 to 40 characters on one line')
    .optional(),
  /** `on`: this provider's people can't choose their email address, so it needs no claim that says it is verified. */
  OIDC_TRUST_EMAIL: z.enum(['on', 'off']).default('off'),
  /** Single sign-on becomes the only way in, except for the account with this email address. */
  OIDC_ONLY_EXCEPT: z.email().toLowerCase().optional(),
  /** The server that sends mail, e.g. smtps://user:password@smtp.example.org. Also needs MAIL_FROM and PUBLIC_URL. */
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^/]/, 'must begin with smtp:// or smtps://')
    .refine((address) => URL.canParse(address), 'must be an address')
    .optional(),
  /** The sender of that mail, e.g. Courtside <courtside@example.org>. */
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*@[^\r\n]*$/, 'must contain an email address')
    .optional(),
  /** Where people reach support: shown as a link in the web app and in mail. Without it, no text sends anybody there. */
  SUPPORT_CONTACT: z
    .union([z.email(), z.url({ protocol: /^https?$/ })], 'must be an email address or an http or https address')
    .optional(),
  /** Where webhooks may go: `public` is https, its usual port, and addresses of the public internet; `any` includes this network. */
  WEBHOOKS_TO: z.enum(['public', 'any']).default('public'),
  /** The password that everyone gets when the demo world is made; by default, a random one per data directory. */
  DEMO_PASSWORD: z.string().min(8).max(128).optional(),
  /**
   * A cloud service that reads ballots (Document Intelligence, API 2023-07-31), e.g. https://name.cognitiveservices.azure.com,
   * or another machine that runs `npm run recognizer-service`. By default, this machine reads ballots itself.
   */
  RECOGNIZER_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** The id of the cloud service's model. */
  RECOGNIZER_MODEL: z
    .string()
    .regex(/^[\w.~-]{1,64}$/, 'has 1 to 64 letters, digits, dots, dashes, underscores and tildes')
    .optional(),
  /** The cloud service's key ... */
  RECOGNIZER_KEY: z.string().min(1).optional(),
  /** ... or a bearer token instead, which is only sent over TLS. */
  RECOGNIZER_TOKEN: z.string().min(1).optional(),
  /** Ballots this machine reads at once. Each takes a core and about 300 MB of memory. */
  RECOGNIZER_WORKERS: wholeNumber(1, 16).default(1),
  /** The token that allows reading /metrics (Authorization: Bearer …); without it, only this machine can. */
  METRICS_TOKEN: z.string().min(16).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
});

/** The settings of `npm run recognizer-service`. */
const serviceSchema = z.object({
  /** The key that callers must send. */
  RECOGNIZER_KEY: z.string('required: callers must send it'),
  PORT: wholeNumber(0, 65_535).default(5000),
  HOST: schema.shape.HOST,
  /** The address callers use. Behind a proxy with TLS it differs from the one in the request. */
  PUBLIC_URL: schema.shape.PUBLIC_URL,
  RECOGNIZER_WORKERS: schema.shape.RECOGNIZER_WORKERS,
});

/** The names of all settings, as docs/settings.md lists them. */
export const settingNames: readonly string[] = Object.keys(schema.shape);
export const serviceSettingNames: readonly string[] = Object.keys(serviceSchema.shape);

export type Settings = Readonly<z.infer<typeof schema>>;
type ServiceSettings = Readonly<z.infer<typeof serviceSchema>>;

/** An error that the operator can fix: printed as one sentence, without a stack. */
export class CannotStart extends Error {}

function read<T>(from: z.ZodType<T>, environment: NodeJS.ProcessEnv): T {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = from.safeParse(given);
  if (parsed.success) return parsed.data;
  const invalid = parsed.error.issues.map(({ path: [name], message }) => `${String(name)} (${message.toLowerCase()})`);
  throw new CannotStart(`Invalid setting ${invalid.join(' and ')}: docs/settings.md lists the allowed values.`);
}

/** Addresses of Microsoft Entra behind which any organization's administrator can claim any email address. */
const SHARED_ISSUER = /^https:\/\/login\.microsoftonline\.com\/(?:common|organizations|consumers)\b/i;
const isThisMachine = (address: string): boolean =>
  /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(address).hostname);

function checkSingleSignOn(settings: Settings): void {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME, OIDC_ONLY_EXCEPT, PUBLIC_URL } = settings;
  const parts = [issuer, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME];
  if ([...parts, OIDC_ONLY_EXCEPT].every((part) => part === undefined)) return;
  if ([...parts, PUBLIC_URL].includes(undefined) || issuer === undefined) {
    throw new CannotStart(
      'Single sign-on needs OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and OIDC_NAME together, and PUBLIC_URL.',
    );
  }
  if (!issuer.startsWith('https:') && (settings.NODE_ENV === 'production' || !isThisMachine(issuer))) {
    throw new CannotStart('OIDC_ISSUER must be an https address; outside of production, http works on this machine.');
  }
  if (SHARED_ISSUER.test(issuer)) {
    throw new CannotStart('OIDC_ISSUER must name one organization: the address that contains your tenant’s id.');
  }
}

export function readSettings(environment: NodeJS.ProcessEnv = process.env): Settings {
  const settings = read(schema, environment);
  if (settings.SMTP_URL !== undefined && (settings.MAIL_FROM === undefined || settings.PUBLIC_URL === undefined)) {
    throw new CannotStart('SMTP_URL also needs MAIL_FROM, and PUBLIC_URL for the links in emails.');
  }
  checkSingleSignOn(settings);
  const { RECOGNIZER_ENDPOINT: endpoint, RECOGNIZER_MODEL: model } = settings;
  const { RECOGNIZER_KEY: key, RECOGNIZER_TOKEN: token } = settings;
  if (endpoint === undefined) return settings;
  if (model === undefined || (key === undefined) === (token === undefined)) {
    throw new CannotStart(
      'RECOGNIZER_ENDPOINT also needs RECOGNIZER_MODEL, and either RECOGNIZER_KEY or RECOGNIZER_TOKEN.',
    );
  }
  if (token !== undefined && new URL(endpoint).protocol !== 'https:') {
    throw new CannotStart(
      'RECOGNIZER_TOKEN needs an https RECOGNIZER_ENDPOINT, because tokens are only sent over TLS.',
    );
  }
  return settings;
}

export const readServiceSettings = (environment: NodeJS.ProcessEnv = process.env): ServiceSettings =>
  read(serviceSchema, environment);
