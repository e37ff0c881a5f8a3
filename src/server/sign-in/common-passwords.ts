// About 49,000 common passwords, from a list that the zxcvbn project maintains.
import { dictionary } from '@zxcvbn-ts/language-common';

export const commonPasswords: ReadonlySet<string> = new Set(dictionary['passwords-common'] as readonly string[]);
