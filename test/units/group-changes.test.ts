// How the history groups changes: nothing is lost or moved, and a group holds only what one sentence can say.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Change } from '#contract/history.ts';
import { RECORDED_SUBJECTS } from '#contract/words.ts';
import { changeWords, comesInMany } from '#web/records/change-words.ts';
import { groupChanges } from '#web/records/group-changes.ts';

const ACTIONS = ['create', 'update', 'delete', 'restore', 'deleteForGood'] as const;
const among = <Value>(...values: Value[]) => fc.constantFrom(...values);
const person = (name: string, program: string | null) => ({ id: name, name, email: `${name}@demo.test`, program });
const anyChange = fc.record({
  pause: among(0, 100, 499, 500, 60_000, 86_400_000),
  by: among(null, person('Ada', null), person('Ada', 'Sync'), person('Ben', null)),
  subject: among(...RECORDED_SUBJECTS),
  action: among('create' as const, 'update' as const),
  recordId: among('one', 'two', 'three'),
  parentId: among('north', 'south'),
});
const anyHistory = fc.array(anyChange, { maxLength: 30 }).map((rows) => {
  let time = new Date(2026, 10, 26, 12).getTime();
  return rows.map(({ pause, ...row }, index): Change => {
    time -= pause;
    return {
      ...row,
      id: rows.length - index,
      at: new Date(time),
      parent: 'North',
      label: row.recordId,
      before: null,
      after: null,
    };
  });
});

test('each change is in one group, in its order, on its day', () => {
  fc.assert(
    fc.property(anyHistory, (changes) => {
      const days = groupChanges(changes);
      expect(days.flatMap(({ groups }) => groups.flat())).toEqual(changes);
      expect(new Set(days.map(({ day }) => day)).size).toBe(days.length);
      for (const { groups } of days) expect(new Set(groups.flat().map(({ at }) => at.toDateString())).size).toBe(1);
    }),
  );
});

test('a group is by one person, of one kind, and of one record or many of one school', () => {
  fc.assert(
    fc.property(anyHistory, (changes) => {
      for (const group of groupChanges(changes).flatMap(({ groups }) => groups)) {
        const distinct = (of: (change: Change) => unknown): number => new Set(group.map(of)).size;
        expect(distinct(({ by }) => `${by?.name} ${by?.program}`)).toBe(1);
        expect(distinct(({ subject, action }) => `${subject} ${action}`)).toBe(1);
        expect(distinct(({ parentId }) => parentId)).toBe(1);
        if (distinct(({ recordId }) => recordId) > 1) expect(comesInMany(group[0].subject)).toBe(true);
      }
    }),
  );
});

test('every kind of change is a whole sentence', () => {
  for (const subject of RECORDED_SUBJECTS)
    for (const action of ACTIONS) {
      const change: Change = {
        id: 1,
        at: new Date(),
        by: null,
        subject,
        action,
        recordId: 'one',
        parentId: 'north',
        parent: 'North',
        label: subject === 'round' ? 'Round 2' : 'Ada Adams',
        before: null,
        after: null,
      };
      const { did, name, where } = changeWords(change);
      const sentence = ['Somebody', did, name, where].filter(Boolean).join(' ');
      expect(sentence).toMatch(/^Somebody (?:permanently )?(?:[a-z]+ed|gave|undid)\b/);
      // No word that stands for a column or a table, no gap, and nothing that ends in the middle.
      expect(sentence).not.toMatch(/[a-z][A-Z]|\s{2}|\b(?:of|for|to|the|at)$/);
    }
});
