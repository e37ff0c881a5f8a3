// What happens when the provider sends a browser back: the session begins, or the sign-in screen says why not.
import type { SignInContext } from '../api.ts';
import { forgiveAttempt, type Attempt } from '../sign-in/attempts.ts';
import { hasSecondFactor } from '../sign-in/second-factor.ts';
import { signInAs } from '../sign-in/sign-in-as.ts';
import { hashOfToken } from '../sign-in/sessions.ts';
import { storeAttempt, useAttempt } from './attempt.ts';
import { personOf } from './person.ts';
import type { Problem } from './problems.ts';
import type { Provider } from './provider.ts';

/** Attempts are counted per browser and network, so that a school behind one address isn't kept out. */
export const countedAttempt = (browser: string, network: string): Attempt => ({
  email: `sign-on ${hashOfToken(browser)}`,
  address: `sign-on ${network}`,
});

/** The sign-in screen, which goes on to `returnTo` after a sign-in. */
const signInScreen = (outcome: Problem | 'code', returnTo = '/'): string =>
  `/auth?${new URLSearchParams({ 'sign-on': outcome, ...(returnTo !== '/' && { from: returnTo }) })}`;

/** Why the library refused an answer: the person cancelled, the provider didn't answer, or anything else. */
function problemOf(error: unknown): Problem {
  const { code, error: refusal } = error as { code?: unknown; error?: unknown };
  if (refusal === 'access_denied') return 'cancelled';
  return code === 'OAUTH_TIMEOUT' || error instanceof TypeError ? 'away' : 'failed';
}

/** Codes and names of errors only: an error of the library can contain tokens. */
export function logProblem({ log, address }: SignInContext, error: unknown): Problem {
  const problem = problemOf(error);
  const { name, message, code, error: refusal } = error as Record<string, unknown>;
  log.warn(
    { event: 'single sign-on failed', address, problem, name, reason: message, code, refusal },
    'Single sign-on failed',
  );
  return problem;
}

/** Returns the path to send the browser to. `query`: what the provider has answered. */
export async function takeAnswer(context: SignInContext, provider: Provider, query: string): Promise<string> {
  const { database, log, address, network, settings } = context;
  const attempt = await useAttempt(context, new URLSearchParams(query).get('state'));
  if (!attempt) return signInScreen('expired');
  const { browser, secrets, returnTo, isLate } = attempt;
  const refuse = (problem: Problem): string => {
    log.info({ event: 'sign-in failed', address, problem }, 'A sign-in failed');
    return signInScreen(problem, returnTo);
  };
  if (isLate) return refuse('expired');
  let identity;
  try {
    identity = await provider.identify(query, secrets);
  } catch (error) {
    return refuse(logProblem(context, error));
  }
  const person = await personOf({ database, settings, issuer: provider.issuer }, identity);
  if (typeof person === 'string') return refuse(person);
  await forgiveAttempt(database, countedAttempt(browser, network));
  if (!identity.isMultiFactor && (await hasSecondFactor(database.owner, person.id))) {
    await storeAttempt(context, { browser, userId: person.id, returnTo });
    return signInScreen('code', returnTo);
  }
  const signedIn = await signInAs(context, person);
  return signedIn ? returnTo : refuse('no-account');
}
