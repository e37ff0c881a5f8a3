// A person's access tokens (API keys): secrets with which their programs make calls of /api/v1. See docs/api.md.
import * as z from 'zod/mini';
import { ownAccount } from './call.ts';
import { id, name } from './fields.ts';
import { currentPassword, WRONG_PASSWORD } from './own-account.ts';
import { MAX_ACCESS_TOKENS, TOKEN_DAYS } from './words.ts';

const accessToken = z.object({
  id,
  name: z.string(),
  /** The name of the only school that the token is for. Null: all schools of the person. */
  school: z.nullable(z.string()),
  canWrite: z.boolean(),
  createdAt: z.date(),
  expiresAt: z.date(),
  /** To the minute. Null: never. */
  lastUsedAt: z.nullable(z.date()),
});
export type AccessToken = z.infer<typeof accessToken>;

export const accessTokens = {
  /** Newest first. One that has expired is listed for 30 more days. */
  accessTokens: ownAccount.output(z.array(accessToken)),
  /** Creates a token, which is shown only once. Requires the password. */
  makeAccessToken: ownAccount
    .input(
      z.strictObject({
        currentPassword,
        name,
        schoolId: z.nullable(id),
        canWrite: z.boolean(),
        days: z.enum(TOKEN_DAYS),
      }),
    )
    .output(z.object({ token: z.string(), expiresAt: z.date() }))
    .errors({
      WRONG_PASSWORD,
      FULL: { status: 409, message: `You can have at most ${MAX_ACCESS_TOKENS} access tokens. End one first.` },
    }),
  /** Ends a token: programs that use it are refused from now on. */
  endAccessToken: ownAccount.input(z.strictObject({ id })).output(z.void()),
};
