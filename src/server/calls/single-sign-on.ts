// Single sign-on: what the sign-in screen offers, the way to the provider, and the second factor after it.
import { accountApi as account, sessionApi as api } from '../api.ts';
import { admit } from '../sign-in/attempts.ts';
import { proveCode } from '../sign-in/prove.ts';
import { signInAs } from '../sign-in/sign-in-as.ts';
import { countedAttempt, logProblem } from '../single-sign-on/answer.ts';
import { endWaiting, newAttempt, personWithoutCode, storeAttempt } from '../single-sign-on/attempt.ts';
import { isPasswordOff } from '../single-sign-on/only-way.ts';
import { isProblem, PROBLEMS } from '../single-sign-on/problems.ts';

export const signOnOffer = api.signOnOffer.handler(({ input: { problem }, context: { provider, settings } }) => {
  if (!provider) return null;
  const { name } = provider;
  const isOnlyWay = settings.OIDC_ONLY_EXCEPT !== undefined;
  return { name, isOnlyWay, problem: isProblem(problem) ? PROBLEMS[problem](name) : null };
});

export const beginSignOn = api.beginSignOn.handler(async ({ input: { returnTo }, context, errors }) => {
  const { provider, network } = context;
  if (!provider) throw errors.NOT_OFFERED();
  const { browser, secrets } = newAttempt(context);
  await admit(context, countedAttempt(browser, network), errors.TOO_MANY_REQUESTS, 'sign-ins');
  const providerAddress = await provider.addressFor(secrets).catch((error: unknown) => {
    throw errors.SERVICE_UNAVAILABLE({ message: PROBLEMS[logProblem(context, error)](provider.name) });
  });
  await storeAttempt(context, { browser, state: secrets.state, returnTo });
  return { address: providerAddress };
});

export const finishSignOn = api.finishSignOn.handler(async ({ input: { code }, context, errors }) => {
  const person = await personWithoutCode(context);
  if (!person) throw errors.EXPIRED();
  await proveCode(context, person.id, code, errors);
  if (!(await endWaiting(context.database.owner, person.stateHash))) throw errors.EXPIRED();
  const signedIn = await signInAs(context, person);
  if (!signedIn) throw errors.EXPIRED();
  return signedIn;
});

export const signOnLink = account.signOnLink.handler(async ({ context }) => {
  const { signedIn, database, settings, provider } = context;
  if (!provider) return null;
  const { hash, linkedAt } = await database.owner
    .selectFrom('users')
    .leftJoin('passwords', 'passwords.userId', 'users.id')
    .leftJoin('signOnLinks', (join) =>
      join.onRef('signOnLinks.userId', '=', 'users.id').on('issuer', '=', provider.issuer),
    )
    .select(['hash', 'linkedAt'])
    .where('users.id', '=', signedIn.me.id)
    .executeTakeFirstOrThrow();
  return { linkedAt, hasPassword: hash !== null && !isPasswordOff(settings, signedIn.me.email) };
});
