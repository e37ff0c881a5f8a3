import { SEASON_CHANGES } from './season-changes.ts';
import { lateTests } from './late-tests.ts';

lateTests(SEASON_CHANGES);
