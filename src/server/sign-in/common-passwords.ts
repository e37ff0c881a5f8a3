// The passwords that everybody tries first: about 49,000 of them from a list that is kept by others.
import { dictionary } from '@zxcvbn-ts/language-common';

export const commonPasswords: ReadonlySet<string> = new Set(dictionary['passwords-common'] as readonly string[]);
