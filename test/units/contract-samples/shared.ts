// What the samples of several subjects share.
export type Sample = {
  input?: unknown;
  output: unknown;
  /** Fields of the input that may be left out. All of them are there. */
  optional?: string[];
  /** Fields of the answer that it may be without. */
  optionalOutput?: string[];
};
export type Samples = Record<string, Sample>;

export const id = '0190f5c1-7c3a-7000-8000-000000000001';
export const other = '0190f5c1-7c3a-7000-8000-000000000002';
export const at = new Date('2026-03-01T12:00:00Z');
export const nothing = undefined;
export const person = { id, name: 'Ada Moss', email: 'ada@example.test' };
export const school = { id, name: 'Northfield University', shortName: 'Northfield', isPremium: true };
/** The secret of a link. */
export const token = 'x3vK9pQ2mT7wZ1aB5cD8eF0gH4jL6nR-sU_yE3iO9kW';
export const sheetRef = { id: 'college-28', version: 1 };
export const ofSchool = { schoolId: id };
export const inSeason = { schoolId: id, season: '2026-27' };
export const oneOfSchool = { schoolId: id, id: other };
/** The last row of the page before. */
export const after = { value: 'Northfield', id };

export const page = <Row>(row: Row) => ({ rows: [row], next: after, count: 1 });
const found = <Row>(row: Row) => ({ ...page(row), similar: [row] });
export const seasonPage = <Row>(row: Row) => ({ rows: [row], next: id });

const LIST_CHOICES = ['search', 'column', 'filter', 'sort', 'descending', 'after', 'count', 'long'];
export const list = (column: string, sort: string, filter: object, row: object): Sample => ({
  input: { search: 'nor', column, filter, sort, descending: true, after, count: true, long: true },
  output: found(row),
  optional: [...LIST_CHOICES, ...Object.keys(filter).map((key) => `filter/${key}`)],
});

/** The preview of a file with one row for each of the changes. */
export const preview = (changes: object[]) => ({
  ignored: ['notes'],
  rows: changes.map((change) => ({
    line: 2,
    label: 'Blue',
    state: 'changed',
    message: 'The name has no spaces around it any more.',
    differences: [{ column: 'name', before: 'Red', after: 'Blue' }],
    change,
    was: { name: 'Red', year: 2026, isActive: true, area: null },
  })),
});
export const file = new File(['id,name'], 'list.csv');

export const manyChanges = (where: object, changes: object[]): Sample => ({
  input: { ...where, changes },
  output: [{ version: 2, refused: 'Someone else has changed this.' }],
});

/** The calls for many records of a list. `addedFacts`: what may be left out of an addition. */
export const inBulk = (where: object, fields: object, facts: object = {}): Samples => {
  const changes = [
    { id, add: { ...fields, ...facts } },
    { id, version: 1, changed: { ...fields, ...facts } },
    { id, version: 1, remove: true },
  ];
  return {
    previewImport: {
      input: { ...where, file },
      output: preview(changes),
      optionalOutput: Object.keys(facts).map((key) => `rows/0/change/add/${key}`),
    },
    changeMany: { ...manyChanges(where, changes), optional: Object.keys(facts).map((key) => `changes/0/add/${key}`) },
  };
};
