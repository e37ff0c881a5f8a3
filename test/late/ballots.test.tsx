import { BALLOT_CHANGES } from './ballot-changes.ts';
import { lateTests } from './late-tests.ts';

lateTests(BALLOT_CHANGES);
