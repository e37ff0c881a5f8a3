// Reads an ID token: the person's id at the provider, their verified email address, and whether they used several factors.
import type { IDToken } from 'openid-client';
import { email as emailSchema, name as nameSchema } from '#contract/fields.ts';
import type { Settings } from '../settings.ts';

export type Identity = {
  /** The provider's own id of the person, which it never gives to anybody else. */
  subject: string;
  /** Undefined unless the provider says that it is the person's own. */
  email: string | undefined;
  name: string;
  /** Whether the provider has asked for more than one factor. */
  isMultiFactor: boolean;
};

/** Microsoft Entra's claim that the email's domain belongs to the organization; it has been a boolean, a number and a text. */
const ENTRA_VERIFIED = 'xms_edov';
const isTrue = (claim: unknown): boolean => claim === true || claim === 1 || claim === '1' || claim === 'true';

/** Contexts of authentication that stand for several factors: OpenID's two, the older one of PAPE, and that of research and education. */
const MULTI_FACTOR_CONTEXTS = new Set([
  'phr',
  'phrh',
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
  'https://refeds.org/profile/mfa',
]);

/** RFC 8176 calls several factors `mfa`. Its other methods are one factor each, and don't say whether there was a second. */
const isMultiFactor = ({ amr, acr }: Record<string, unknown>): boolean =>
  (Array.isArray(amr) && amr.includes('mfa')) || (typeof acr === 'string' && MULTI_FACTOR_CONTEXTS.has(acr));

export function identityOf(claims: IDToken & Record<string, unknown>, { OIDC_TRUST_EMAIL }: Settings): Identity {
  const isVerified = OIDC_TRUST_EMAIL === 'on' || claims['email_verified'] === true || isTrue(claims[ENTRA_VERIFIED]);
  const email = isVerified ? emailSchema.safeParse(claims['email']).data : undefined;
  return {
    subject: claims.sub,
    email,
    name: nameSchema.safeParse(claims['name']).data ?? email?.split('@')[0] ?? '',
    isMultiFactor: isMultiFactor(claims),
  };
}
