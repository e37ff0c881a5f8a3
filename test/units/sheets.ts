// Sheets for tests: small ones by hand, and arbitrary ones.
import fc from 'fast-check';
import { CELL_ROLES, RANKED, type Sheet, type SheetRow, type SheetSection } from '#ballot/sheet/sheet.ts';

const SIDES = {
  p: { short: 'P', name: 'P Team', title: 'Plaintiff' },
  d: { short: 'D', name: 'D Team', title: 'Defense' },
};

/** A row of 0 to 10 points that both sides have. */
export function row(label: string): SheetRow {
  const key = label.replaceAll(' ', '');
  const cell = (side: string) => ({
    key: `${side.toLowerCase()}${key}`,
    label: `${side} ${label}`,
    role: 'opening' as const,
    number: 1,
  });
  return { label, min: 0, max: 10, weight: 1, p: cell('P'), d: cell('D') };
}

export const sheetOf = (sections: readonly SheetSection[]): Sheet => ({
  id: 'our-sheet',
  version: 1,
  title: 'Our sheet',
  source: 'Made for a test.',
  note: null,
  sides: SIDES,
  sections,
  tiesBrokenBy: null,
  ranks: [],
});

const anyRow = fc.record({
  min: fc.integer({ min: 0, max: 50 }),
  span: fc.integer({ min: 1, max: 50 }),
  weight: fc.integer({ min: 1, max: 10 }),
  has: fc.constantFrom('p', 'd', 'both'),
});

/** Ranks that a sheet may ask for, of each kind once. */
const anyRanks = fc.uniqueArray(
  fc.record({
    of: fc.constantFrom(...RANKED),
    places: fc.integer({ min: 1, max: 10 }),
    each: fc.constantFrom('trial' as const, 'side' as const),
  }),
  { selector: ({ of }) => of },
);

/** A sheet without problems: up to 30 rows in up to 6 sections. */
export const anySheet: fc.Arbitrary<Sheet> = fc
  .array(fc.array(anyRow, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 })
  .map((sections) =>
    sheetOf([
      { title: null, rows: [row('Opening')] },
      ...sections.slice(0, 5).map((rows, section) => ({
        title: `Section ${section}`,
        rows: rows.map(({ min, span, weight, has }, index) => {
          const { p, d } = row(`Part ${section} ${index}`);
          const label = `Part ${section} ${index}`;
          return { label, min, max: min + span, weight, p: has === 'd' ? null : p, d: has === 'p' ? null : d };
        }),
      })),
    ]),
  );

const anyRole = fc.record({ role: fc.constantFrom(...CELL_ROLES), number: fc.integer({ min: 1, max: 10 }) });

/** Such a sheet with all kinds of scores: several for one person, and for more people than a line-up has. */
export const anyTrial: fc.Arbitrary<Sheet> = anySheet.chain((sheet) => {
  const cells = sheet.sections.flatMap(({ rows }) =>
    rows.flatMap(({ p, d }) => [p, d].filter((cell) => cell !== null)),
  );
  const anyRoles = fc.array(anyRole, { minLength: cells.length, maxLength: cells.length });
  return fc.tuple(anyRoles, anyRanks).map(([roles, ranks]) => {
    const scoring = new Map(cells.map(({ key }, index) => [key, roles[index]!]));
    const of = (cell: SheetRow['p']): SheetRow['p'] => cell && { ...cell, ...scoring.get(cell.key)! };
    const sections = sheet.sections.map(({ title, rows }) => ({
      title,
      rows: rows.map((each) => ({ ...each, p: of(each.p), d: of(each.d) })),
    }));
    return { ...sheet, sections, ranks };
  });
});
