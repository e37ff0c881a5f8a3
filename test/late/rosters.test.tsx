import { ROSTER_CHANGES } from './roster-changes.ts';
import { lateTests } from './late-tests.ts';

lateTests(ROSTER_CHANGES);
