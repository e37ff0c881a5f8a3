import { SCHOOL_CHANGES } from './school-changes.ts';
import { lateTests } from './late-tests.ts';

lateTests(SCHOOL_CHANGES);
