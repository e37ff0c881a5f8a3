// Single sign-on as the only way in. One account, for emergencies, keeps its password.
import type { Settings } from '../settings.ts';

/** Whether passwords are turned off for the account with this email address. */
export const isPasswordOff = ({ OIDC_ONLY_EXCEPT: exception }: Settings, email: string): boolean =>
  exception !== undefined && email !== exception;
