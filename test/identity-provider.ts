// A provider of single sign-on for tests: a real one, on a port of its own. Tests say who signs in there, and can change what it answers.
import { createSign, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider, type Configuration } from 'oidc-provider';

export const CLIENT = { id: 'courtside', secret: 'a secret of tests' };

/** Claims of a person at the provider, by their name there, which is the subject. */
type Claims = Record<string, unknown>;
type SignsIn = { subject: string; amr?: string[]; acr?: string };

export type IdentityProvider = {
  issuer: string;
  people: Map<string, Claims>;
  /** Claims that every ID token has from now on, in addition or instead. */
  forge(
    change: ((claims: Record<string, unknown>) => Record<string, unknown>) | undefined,
    signed?: 'by somebody else',
  ): void;
  /** `frozen`: accepts requests and never answers. */
  become(state: 'working' | 'frozen' | 'broken'): void;
  /** Signs in by the pages of the provider, without a browser. Returns the address that it sends the browser to. */
  signIn(address: string, as: SignsIn | 'cancel'): Promise<URL>;
  requests: string[];
  close(): Promise<void>;
};

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const formOf = (action: string): string => `<!doctype html><html lang="en"><title>Identity provider</title>
  <h1>Identity provider</h1>
  <form method="post" action="${action}"><label>Account <input name="subject"></label>
  <button>Continue</button><button name="cancel" value="yes">Cancel</button></form>`;

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return new URLSearchParams(text);
}

/** `redirectUri`: of the product. The claims of a person are in the ID token, unless `conforms`: then they are asked for. */
export async function startIdentityProvider(redirectUri: string, { conforms = false } = {}): Promise<IdentityProvider> {
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => {};
  const server: Server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [key, strangersKey] = [newKey(), newKey()];
  const people: IdentityProvider['people'] = new Map();
  const requests: string[] = [];
  let forged: { change: (claims: Record<string, unknown>) => Record<string, unknown>; key: typeof key } | undefined;
  let state: 'working' | 'frozen' | 'broken' = 'working';

  const configuration: Configuration = {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    clientAuthMethods: ['client_secret_post'],
    jwks: { keys: [{ ...key.export({ format: 'jwk' }), kid: 'tests', use: 'sig', alg: 'RS256' }] },
    acrValues: ['1', 'mfa', 'phr', 'https://refeds.org/profile/mfa'],
    claims: {
      acr: null,
      openid: ['sub', 'xms_edov', 'amr', 'acr'],
      email: ['email', 'email_verified'],
      profile: ['name'],
    },
    conformIdTokenClaims: conforms,
    cookies: { keys: ['cookies of tests'] },
    // Numbers, or it prompts on the console for each.
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, ...people.get(accountId) }),
    }),
    loadExistingGrant: async (ctx) => {
      const { client, session } = ctx.oidc;
      const grant = new ctx.oidc.provider.Grant({
        clientId: client?.clientId ?? '',
        accountId: session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    renderError: (ctx, out) => {
      ctx.body = `The provider refuses: ${out.error}`;
    },
  };
  const provider = new Provider(issuer, configuration);
  provider.use(async (ctx, next) => {
    await next();
    if (forged === undefined || ctx.oidc?.route !== 'token' || typeof ctx.body !== 'object') return;
    const body = ctx.body as { id_token: string };
    const [header = '', claims = ''] = body.id_token.split('.');
    const changed = forged.change(JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>);
    const text = `${header}.${base64(changed)}`;
    body.id_token = `${text}.${createSign('RSA-SHA256').update(text).sign(forged.key, 'base64url')}`;
  });

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      return void response.end(formOf(request.url ?? ''));
    }
    const body = await bodyOf(request);
    if (body.has('cancel')) return provider.interactionFinished(request, response, { error: 'access_denied' });
    const subject = body.get('subject') ?? '';
    const [amr, acr] = [body.getAll('amr'), body.get('acr')];
    const login = { accountId: subject, ...(amr.length > 0 && { amr }), ...(acr !== null && { acr }) };
    return provider.interactionFinished(request, response, { login });
  }
  const handle = provider.callback();
  answer = (request, response) => {
    requests.push(`${request.method} ${request.url?.split('?')[0]}`);
    if (state === 'frozen') return;
    if (state === 'broken') return void response.writeHead(500).end('<h1>Broken</h1>');
    if (request.url?.startsWith('/interaction/')) return void interact(request, response);
    void handle(request, response);
  };

  async function signIn(address: string, as: SignsIn | 'cancel'): Promise<URL> {
    const jar = new Map<string, string>();
    let [url, body]: [URL, URLSearchParams | undefined] = [new URL(address), undefined];
    for (let hops = 0; hops < 10 && url.origin === issuer; hops += 1) {
      const response: Response = await fetch(url, {
        redirect: 'manual',
        headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; ') },
        ...(body && { method: 'POST', body }),
      });
      for (const line of response.headers.getSetCookie()) {
        const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? [];
        jar.set(name, value);
      }
      const location = response.headers.get('location');
      body = undefined;
      if (location !== null) url = new URL(location, url);
      else if (url.pathname.startsWith('/interaction/')) {
        const { subject = '', amr = [], acr } = as === 'cancel' ? {} : as;
        body = new URLSearchParams([
          ...(as === 'cancel' ? [['cancel', 'yes']] : [['subject', subject]]),
          ...amr.map((each) => ['amr', each]),
          ...(acr === undefined ? [] : [['acr', acr]]),
        ]);
      } else throw new Error(`The provider stays at ${url.href}: ${await response.text()}`);
    }
    return url;
  }

  return {
    issuer,
    people,
    requests,
    forge: (change, signed) => {
      forged = change && { change, key: signed === undefined ? key : strangersKey };
    },
    become: (next) => {
      state = next;
    },
    signIn,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
