import { ADMIN_CHANGES } from './admin-changes.ts';
import { lateTests } from './late-tests.ts';

lateTests(ADMIN_CHANGES);
