// How a sign-in at the provider can end without a session, and what the sign-in screen says then. Nothing of the provider's answer is among
// it: the log has the reason. Most providers sign the same account in again without asking, until the person signs out there.
export const PROBLEMS = {
  expired: (provider: string) =>
    `This sign-in has expired or began in another browser. Please sign in with ${provider} again.`,
  cancelled: (provider: string) => `${provider} didn’t sign you in, because the sign-in was cancelled there.`,
  away: (provider: string) => `${provider} doesn’t answer at the moment. Please try again in a few minutes.`,
  failed: (provider: string) => `Signing in with ${provider} failed. Please try again.`,
  unverified: (provider: string) =>
    `${provider} doesn’t confirm your email address, so it can’t sign you in here. Ask the people who run your ${provider} account.`,
  'no-account': (provider: string) =>
    `There is no account with your ${provider} email address. Ask your school’s Primary Admin for one. To use another ${provider} account, sign out of this one there first.`,
  'other-identity': (provider: string) =>
    `Your account is linked to another ${provider} account. To use that one, sign out of ${provider} first. Or ask your school’s Primary Admin to have it unlinked.`,
} as const;
export type Problem = keyof typeof PROBLEMS;

export const isProblem = (text: string | undefined): text is Problem =>
  text !== undefined && Object.hasOwn(PROBLEMS, text);
