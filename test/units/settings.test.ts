// The allowed values of each setting, the message for a wrong one, and the completeness of the documentation.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { CannotStart, readSettings, readServiceSettings, serviceSettingNames, settingNames } from '#server/settings.ts';

const said = (
  environment: Record<string, string>,
  read: (from: NodeJS.ProcessEnv) => unknown = readSettings,
): string => {
  try {
    read(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(CannotStart);
    return (error as Error).message;
  }
  return '';
};

test.each([
  ['NODE_ENV', 'prod'],
  ['PORT', 'many'],
  ['PORT', '65536'],
  ['PORT', '80.5'],
  ['DATABASE_URL', 'mysql://localhost/courtside'],
  ['DATABASE_DIRECT_URL', 'localhost'],
  ['DATABASE_POOL', '0'],
  ['DATABASE_PREPARE', 'yes'],
  ['MAX_CONCURRENT_CALLS', '-1'],
  ['BACKUP_KEEP', 'all'],
  ['PUBLIC_URL', 'courtside.example.org'],
  ['PUBLIC_URL', 'ftp://courtside.example.org'],
  ['PUBLIC_URL', 'https://example.org/courtside'],
  ['TRUSTED_PROXIES', 'true'],
  ['SESSION_IDLE_SECONDS', '60'],
  ['SESSION_SECONDS', '7 days'],
  ['SMTP_URL', 'https://smtp.example.org'],
  ['SMTP_URL', 'smtp://'],
  ['MAIL_FROM', 'Courtside'],
  ['SUPPORT_CONTACT', 'ask Ada'],
  ['SUPPORT_CONTACT', 'javascript:alert(1)'],
  ['OIDC_ISSUER', 'accounts.google.com'],
  ['OIDC_NAME', ' '],
  ['OIDC_TRUST_EMAIL', 'yes'],
  ['OIDC_ONLY_EXCEPT', 'the boss'],
  ['DEMO_PASSWORD', 'short'],
  ['RECOGNIZER_ENDPOINT', 'nowhere'],
  ['RECOGNIZER_WORKERS', '0'],
  ['LOG_LEVEL', 'loud'],
])('%s=%s stops the start with one sentence that names it', (name, value) => {
  expect(said({ [name]: value })).toMatch(new RegExp(`^[^.\\n]*\\b${name}\\b[^\\n]*\\.$`));
});

test('a token requires an HTTPS endpoint, because it is never sent without TLS', () => {
  const settings = { RECOGNIZER_MODEL: 'ballots-1', RECOGNIZER_TOKEN: 'a token' };
  expect(said({ ...settings, RECOGNIZER_ENDPOINT: 'HTTP://10.0.0.9:5000' })).toMatch(/RECOGNIZER_TOKEN.*https/);
  expect(said({ ...settings, RECOGNIZER_ENDPOINT: 'https://name.cognitiveservices.azure.com' })).toBe('');
  const withKey = { RECOGNIZER_MODEL: 'ballots-1', RECOGNIZER_KEY: 'a key' };
  expect(said({ ...withKey, RECOGNIZER_ENDPOINT: 'http://10.0.0.9:5000' })).toBe('');
});

test('a mail server needs a sender, and the address for the links in its letters', () => {
  const mail = { SMTP_URL: 'smtps://user:secret@smtp.example.org', MAIL_FROM: 'Courtside <c@example.org>' };
  const site = { PUBLIC_URL: 'https://courtside.example.org' };
  expect(said(mail)).toMatch(/SMTP_URL.*MAIL_FROM.*PUBLIC_URL/);
  expect(said({ SMTP_URL: mail.SMTP_URL, ...site })).toMatch(/SMTP_URL.*MAIL_FROM/);
  expect(said({ ...mail, ...site })).toBe('');
});

test('single sign-on needs all of its parts, https, and one organization', () => {
  const site = { PUBLIC_URL: 'https://courtside.example.org' };
  const parts = { OIDC_CLIENT_ID: 'courtside', OIDC_CLIENT_SECRET: 'secret', OIDC_NAME: 'Google' };
  const whole = { ...site, ...parts, OIDC_ISSUER: 'https://accounts.google.com' };
  expect(said(whole)).toBe('');
  for (const missing of ['PUBLIC_URL', 'OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME']) {
    expect(said({ ...whole, [missing]: '' }), missing).toMatch(/OIDC_ISSUER.*OIDC_CLIENT_ID.*OIDC_NAME.*PUBLIC_URL/);
  }
  // Without a provider, nobody but one account could sign in.
  expect(said({ OIDC_ONLY_EXCEPT: 'emergency@example.org' })).toMatch(/OIDC_ISSUER/);

  const http = { ...whole, OIDC_ISSUER: 'http://127.0.0.1:9000' };
  expect(said(http)).toBe('');
  expect(said({ ...http, NODE_ENV: 'production' })).toMatch(/OIDC_ISSUER.*https/);
  expect(said({ ...whole, OIDC_ISSUER: 'http://accounts.google.com' })).toMatch(/OIDC_ISSUER.*https/);

  const microsoft = (tenant: string) => ({ ...whole, OIDC_ISSUER: `https://login.microsoftonline.com/${tenant}/v2.0` });
  for (const shared of ['common', 'organizations', 'consumers', 'Common']) {
    expect(said(microsoft(shared)), shared).toMatch(/OIDC_ISSUER.*one organization/);
  }
  expect(said(microsoft('8d281d1d-9c4d-4bf7-b16e-032d15de9f6c'))).toBe('');
});

test('an endpoint needs a model and either a key or a token', () => {
  const endpoint = { RECOGNIZER_ENDPOINT: 'https://name.cognitiveservices.azure.com' };
  const both = { RECOGNIZER_MODEL: 'ballots-1', RECOGNIZER_KEY: 'a key', RECOGNIZER_TOKEN: 'a token' };
  for (const more of [{}, { RECOGNIZER_MODEL: 'ballots-1' }, { RECOGNIZER_KEY: 'a key' }, both]) {
    expect(said({ ...endpoint, ...more })).toMatch(/RECOGNIZER_MODEL.*RECOGNIZER_KEY.*RECOGNIZER_TOKEN/);
  }
});

test('all wrong settings are named together', () => {
  expect(said({ PORT: 'x', LOG_LEVEL: 'loud' })).toMatch(/PORT.*LOG_LEVEL/);
});

test('no setting is required, and an empty one counts as unset', () => {
  const empty = Object.fromEntries(settingNames.map((name) => [name, '']));
  expect(readSettings(empty)).toEqual(readSettings({}));
  expect(readSettings({})).toMatchObject({ PORT: 3000, HOST: '127.0.0.1' });
});

test.each([
  ['RECOGNIZER_KEY', ''],
  ['PORT', 'abc'],
  ['PORT', '65536'],
  ['PUBLIC_URL', 'reader.example.org'],
  ['PUBLIC_URL', 'ftp://reader.example.org'],
  ['PUBLIC_URL', 'https://reader.example.org/ballots'],
  ['PUBLIC_URL', 'https://reader.example.org?a'],
  ['RECOGNIZER_WORKERS', '17'],
])('%s=%s stops the start of the recognizer service with one sentence that names it', (name, value) => {
  const sentence = said({ RECOGNIZER_KEY: 'a key', [name]: value }, readServiceSettings);
  expect(sentence).toMatch(new RegExp(`^[^.\\n]*\\b${name}\\b[^\\n]*\\.$`));
});

test('the recognizer service requires only a key', () => {
  const empty = Object.fromEntries(serviceSettingNames.map((name) => [name, '']));
  expect(readServiceSettings({ ...empty, RECOGNIZER_KEY: 'a key' })).toEqual({
    RECOGNIZER_KEY: 'a key',
    PORT: 5000,
    HOST: '127.0.0.1',
    RECOGNIZER_WORKERS: 1,
  });
  const given = { RECOGNIZER_KEY: 'a key', PUBLIC_URL: 'https://Reader.example.org:8443/' };
  expect(readServiceSettings(given).PUBLIC_URL).toBe('https://reader.example.org:8443');
});

test('docs/settings.md lists exactly the settings of the server and the recognizer service', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../docs/settings.md'), 'utf8');
  // The last part is about limits, which aren't settings.
  const [settings = '', service = ''] = page.split(/^## /m);
  const listed = [settings, service].map((part) => [...part.matchAll(/^\| `(\w+)` /gm)].map(([, name = '']) => name));
  expect(listed.map((names) => names.toSorted())).toEqual([settingNames.toSorted(), serviceSettingNames.toSorted()]);
});
