// The table of late answers is complete: a new call that changes something has a row in it.
import { isContractProcedure } from '@orpc/contract';
import { expect, test } from 'vitest';
import type { CallMeta } from '#contract/call.ts';
import { contract } from '#contract/index.ts';
import { ACCESS_CHANGES } from './access-changes.ts';
import { ACCOUNT_CHANGES } from './account-changes.ts';
import { ADMIN_CHANGES } from './admin-changes.ts';
import { BALLOT_CHANGES } from './ballot-changes.ts';
import { ROSTER_CHANGES } from './roster-changes.ts';
import { SCHOOL_CHANGES } from './school-changes.ts';
import { SEASON_CHANGES } from './season-changes.ts';
import { SHEET_CHANGES } from './sheet-changes.ts';
import { USER_CHANGES } from './user-changes.ts';

/** They change nothing, so pages load them like reads. Nobody waits for the answer to `prepare`. */
const LOADED = /\.(?:previewImport|preview|undoImpact|prepare)$/;
/** What a person only reads of their own account, and what no form sends. */
const READ_OF_ACCOUNT = [
  'session.refresh',
  'session.mine',
  'session.secondFactor',
  'session.accessTokens',
  'session.signOnLink',
];

const isChange = (call: string, { may, writes }: CallMeta): boolean =>
  writes || (may === 'own account' && !READ_OF_ACCOUNT.includes(call));

test('each call that changes something has its late answers tested', () => {
  const changes = Object.entries(contract).flatMap(([subject, verbs]) =>
    Object.entries<unknown>(verbs).flatMap(([verb, procedure]) =>
      isContractProcedure(procedure) && isChange(`${subject}.${verb}`, procedure['~orpc'].meta as CallMeta)
        ? [`${subject}.${verb}`]
        : [],
    ),
  );
  const tested = [
    ACCESS_CHANGES,
    ACCOUNT_CHANGES,
    ADMIN_CHANGES,
    USER_CHANGES,
    ROSTER_CHANGES,
    SCHOOL_CHANGES,
    SEASON_CHANGES,
    SHEET_CHANGES,
    BALLOT_CHANGES,
  ]
    .flat()
    .flatMap(({ calls }) => calls);
  expect(changes.length).toBeGreaterThan(50);
  expect(changes.filter((call) => !LOADED.test(call) && !tested.includes(call))).toEqual([]);
  expect(tested.filter((call) => !changes.includes(call))).toEqual([]);
});
