import { USER_CHANGES } from './user-changes.ts';
import { lateTests } from './late-tests.ts';

lateTests(USER_CHANGES);
