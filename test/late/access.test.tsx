import { ACCESS_CHANGES } from './access-changes.ts';
import { lateTests } from './late-tests.ts';

lateTests(ACCESS_CHANGES);
