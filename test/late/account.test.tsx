import { ACCOUNT_CHANGES } from './account-changes.ts';
import { lateTests } from './late-tests.ts';

lateTests(ACCOUNT_CHANGES);
