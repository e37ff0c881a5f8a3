import { SHEET_CHANGES } from './sheet-changes.ts';
import { lateTests } from './late-tests.ts';

lateTests(SHEET_CHANGES);
