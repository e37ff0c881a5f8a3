// Two records are deleted and restored, in every order, each by the people who may: nothing is lost that one of them had of the other.
import { expect, test } from 'vitest';
import { addPerson, callsAs } from '../people.ts';
import {
  deletableWorld,
  everything,
  isEntry,
  manager,
  product,
  remove,
  restore,
  staff,
  SUBJECTS,
  target,
} from './deletable-world.ts';
import { withTryOutsOf } from './every-row.ts';
import { refused } from './refused.ts';

deletableWorld();

const RECORDS = [...SUBJECTS, 'import'] as const;
type Deleted = (typeof RECORDS)[number];

const ofImport = () => ({ schoolId: target.schoolId, id: target.importId });
const isOfSchool = (subject: Deleted): boolean => subject === 'import' || isEntry(subject);
/** Whoever deletes records of a school may not see what a database manager has deleted, and the other way round. */
const personFor = (subject: Deleted) => (isOfSchool(subject) ? staff : manager);
const removeOne = (subject: Deleted): Promise<unknown> =>
  subject === 'import' ? callsAs(product, staff).seasonFiles.undo(ofImport()) : remove(subject, personFor(subject));
const restoreOne = (subject: Deleted): Promise<unknown> =>
  subject === 'import'
    ? callsAs(product, staff).deletedEntries.restore(ofImport())
    : restore(subject, personFor(subject));

const PAIRS = RECORDS.flatMap((one) =>
  // What belongs to a school is gone with it.
  RECORDS.filter((other) => other !== one && !(one === 'school' && isOfSchool(other))).map(
    (other) => [one, other] as const,
  ),
);

test.each(PAIRS)('a %s is deleted, then a %s, and they are restored in either order', async (first, second) => {
  const before = await everything();
  for (const [one, other] of [
    [first, second],
    [second, first],
  ] as const) {
    await removeOne(first);
    await removeOne(second);
    const { code } = await refused(restoreOne(one));
    await restoreOne(other);
    if (code !== 'none') await restoreOne(one);
    const after = await everything();
    expect(after, `${one} first`).toEqual(withTryOutsOf(after, before));
  }
});

test('a super admin, who sees no imports, restores a student and a tournament of one that is undone', async () => {
  const before = await everything();
  const superAdmin = await addPerson(product.database, { superAdmin: true });
  await remove('tournament', staff);
  await remove('student', staff);
  await removeOne('import');
  for (const subject of ['student', 'tournament'] as const) await restore(subject, superAdmin);
  await restoreOne('import');
  const after = await everything();
  for (const table of ['students', 'tournaments', 'rounds', 'round_parts', 'kept_ballots', 'ballot_scores'])
    expect(after[table], table).toEqual(before[table]);
});
