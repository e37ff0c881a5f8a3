// Many students at once: added, given a class year, and how that is undone.
import fc from 'fast-check';
import { expect } from 'vitest';
import { fileOf } from '../season-school.ts';
import { partsIn, studentGoes } from './forgetting.ts';
import { commandOf, pick } from './step.ts';
import { staffOf, studentsOf, type Truth } from './truth.ts';
import { callsBy } from './world.ts';

const nat = fc.nat(99);
const NEWCOMERS = ['Ambrose Kettering', 'Philippa Dunmore'];
const classYear = fc.constantFrom(2027, 2028, 2029);

export const giveClassYears = commandOf({
  picks: fc.record({ who: nat, students: fc.array(nat, { minLength: 1, maxLength: 4 }), classYear }),
  when: (truth) => staffOf(truth).length > 0 && truth.students.size > 0,
  recorded: ['update student'],
  does: async ({ world, truth, say }, { classYear: year, ...picks }) => {
    const who = pick(staffOf(truth), picks.who);
    const chosen = [...new Set(picks.students.map((student) => pick(studentsOf(truth), student)))];
    say(`${who} gives ${chosen.map(({ name }) => name).join(', ')} the class year ${year}`);
    const { schoolId } = world;
    const { students } = callsBy(world, truth, who);
    const before = new Map((await students.inSchool({ schoolId })).map((student) => [student.id, student]));
    const changes = chosen.map(({ id }) => ({ id, version: before.get(id)!.version, changed: { classYear: year } }));
    const outcomes = await students.changeMany({ schoolId, changes });
    truth.bulk = chosen.map((student, index) => {
      const { version, refused } = outcomes[index]!;
      expect(refused).toBeNull();
      const was = { classYear: student.classYear };
      student.classYear = year;
      return { studentId: student.id, version: version!, was };
    });
  },
});

export const addNewcomers = commandOf({
  picks: fc.record({ who: nat }),
  when: (truth) => staffOf(truth).length > 0,
  recorded: ['create student'],
  does: async ({ world, truth, say }, picks) => {
    const who = pick(staffOf(truth), picks.who);
    say(`${who} imports a list of students: ${NEWCOMERS.join(', ')}`);
    const { schoolId } = world;
    const { students } = callsBy(world, truth, who);
    const file = fileOf(['name', ...NEWCOMERS].join('\n'), 'students.csv');
    const { rows } = await students.previewImport({ schoolId, file });
    const isTaken = (name: string) => studentsOf(truth).some((student) => student.name === name);
    expect(rows.map(({ state }) => state)).toEqual(NEWCOMERS.map((name) => (isTaken(name) ? 'same' : 'new')));
    const changes = rows.flatMap(({ change }) => (change && 'add' in change ? [change] : []));
    const outcomes = await students.changeMany({ schoolId, changes });
    truth.bulk = [];
    for (const [index, { id, add }] of changes.entries()) {
      const { version, refused } = outcomes[index]!;
      expect(refused).toBeNull();
      truth.students.set(id, { id, name: add.name, person: null, formerNames: [], classYear: null });
      truth.forgotten.delete(add.name);
      truth.bulk.push({ studentId: id, version: version!, was: null });
    }
  },
});

const isInUse = (truth: Truth, id: string): boolean =>
  [...truth.rounds.values(), ...truth.lineUps.values()].some(({ lineUp }) => partsIn(lineUp, id).length > 0) ||
  [...truth.ballots.values()].some(({ ranks }) => ranks.attorney.includes(id));

export const undoMany = commandOf({
  picks: fc.record({ who: nat }),
  when: (truth) => staffOf(truth).length > 0 && truth.bulk.length > 0,
  recorded: ['update student', 'delete student', 'delete studentLink'],
  does: async ({ world, truth, say }, picks) => {
    const who = pick(staffOf(truth), picks.who);
    const made = truth.bulk;
    say(`${who} undoes the changes of ${made.length} students`);
    const { schoolId } = world;
    const { students } = callsBy(world, truth, who);
    const before = new Map((await students.inSchool({ schoolId })).map((student) => [student.id, student]));
    const changes = made.map(({ studentId: id, version, was }) =>
      was === null ? { id, version, remove: true as const } : { id, version, changed: was },
    );
    const outcomes = await students.changeMany({ schoolId, changes });
    truth.bulk = [];
    for (const [index, { studentId, version, was }] of made.entries()) {
      const { refused } = outcomes[index]!;
      const student = truth.students.get(studentId);
      if (!student) {
        // Nothing comes back; a student who is gone already is as gone as the undo wants.
        expect(refused === null).toBe(was === null);
        continue;
      }
      const isUnchanged = before.get(studentId)!.version === version;
      if (was === null) {
        const isUndone = isUnchanged && !isInUse(truth, studentId);
        expect(refused === null, refused ?? 'undone').toBe(isUndone);
        if (isUndone) studentGoes(truth, student);
      } else {
        // Somebody else’s change stays, unless it is the same.
        const isSame = student.classYear === was.classYear;
        expect(refused === null, refused ?? 'undone').toBe(isUnchanged || isSame);
        if (isUnchanged) student.classYear = was.classYear;
      }
    }
  },
});
