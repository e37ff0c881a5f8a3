// Single sign-on as the only way in. One account, for emergencies, keeps its password.
import type { Settings } from '../settings.ts';

/** Whether the account with this email address has no use for a password. */
export const isPasswordOff = ({ OIDC_ONLY_EXCEPT: exception }: Settings, email: string): boolean =>
  exception !== undefined && email !== exception;
