// The provider of single sign-on, by OpenID Connect: authorization code with PKCE, state and nonce. The library checks the answer: the
// issuer, the audience, the times, the nonce and the signature. It loads, and asks the provider for its addresses, with the first sign-in.
import type { Configuration } from 'openid-client';
import type { Settings } from '../settings.ts';
import { identityOf, type Identity } from './identity.ts';

/** A provider that takes longer counts as away. */
const TIMEOUT_SECONDS = 5;
/** Providers change their addresses rarely. */
const REMEMBER_MS = 3_600_000;

export const CALLBACK_PATH = '/sign-on/callback';

/** What only this browser and this attempt have. */
export type Secrets = { state: string; nonce: string; verifier: string };

export type Provider = NonNullable<ReturnType<typeof openProvider>>;

async function discover(settings: Settings & { OIDC_ISSUER: string; OIDC_CLIENT_ID: string }): Promise<Configuration> {
  const client = await import('openid-client');
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = settings;
  const [post, basic] = [client.ClientSecretPost(OIDC_CLIENT_SECRET), client.ClientSecretBasic(OIDC_CLIENT_SECRET)];
  const proveClient: typeof post = (server, ...rest) =>
    (server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ? post : basic)(server, ...rest);
  return client.discovery(new URL(OIDC_ISSUER), OIDC_CLIENT_ID, undefined, proveClient, {
    timeout: TIMEOUT_SECONDS,
    execute: [
      client.enableNonRepudiationChecks,
      // The settings allow http on this machine only, outside of production.
      ...(OIDC_ISSUER.startsWith('https:') ? [] : [client.allowInsecureRequests]),
    ],
  });
}

/** The provider of the settings; undefined without one. */
export function openProvider(settings: Settings) {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_NAME: name, PUBLIC_URL } = settings;
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !name || !PUBLIC_URL) return undefined;
  // Exactly what the operator has registered, whatever host a request names.
  const redirectUri = new URL(CALLBACK_PATH, PUBLIC_URL).href;

  let known: { configuration: Promise<Configuration>; until: number } | undefined;
  const configuration = (): Promise<Configuration> => {
    if (known && performance.now() < known.until) return known.configuration;
    const asked = discover({ ...settings, OIDC_ISSUER, OIDC_CLIENT_ID });
    const asking = { configuration: asked, until: performance.now() + REMEMBER_MS };
    known = asking;
    // The next sign-in asks again.
    asked.catch(() => {
      if (known === asking) known = undefined;
    });
    return asked;
  };

  return {
    name,
    issuer: OIDC_ISSUER,
    /** Where a browser begins to sign in. */
    async addressFor({ state, nonce, verifier }: Secrets): Promise<string> {
      const [client, config] = await Promise.all([import('openid-client'), configuration()]);
      return client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }).href;
    },
    /** Who has signed in, by the query of the address that the provider sent the browser to. */
    async identify(query: string, { state, nonce, verifier }: Secrets): Promise<Identity> {
      const [client, config] = await Promise.all([import('openid-client'), configuration()]);
      const answer = new URL(redirectUri);
      answer.search = query;
      const tokens = await client.authorizationCodeGrant(config, answer, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('The provider sent no ID token.');
      // Some providers tell the email address only when they are asked for it.
      const more =
        claims['email'] === undefined && config.serverMetadata().userinfo_endpoint !== undefined
          ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
          : {};
      return identityOf({ ...more, ...claims }, settings);
    },
  };
}
