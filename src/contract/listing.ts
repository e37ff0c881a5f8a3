// Lists of any size: the database finds and sorts them, a page at a time. The next page begins after the last row of this
// one (not at an offset), so it costs the same at row 50 and at row 100,000.
import * as z from 'zod/mini';
import { id, seasonName, storable } from './fields.ts';

export const ROWS_PER_PAGE = 50;
/** An export reads a list in long pages. */
export const ROWS_PER_LONG_PAGE = 1000;
const MAX_SEARCH = 200;

/** The text to search for. Case, accents and apostrophes don't matter. */
export const searchText = z.string().check(z.maxLength(MAX_SEARCH, 'Please enter a shorter search.'), storable);
export const search = z.optional(searchText);

/** Sorted, a name of 200 characters can be longer: “½” is “ 1/2”. */
const MAX_SORTED = 2000;

/** The row before a page: its value in the sorted column, and its id to tell equal values apart. */
export const after = z.strictObject({ value: z.string().check(z.maxLength(MAX_SORTED), storable), id });
export type After = z.infer<typeof after>;

/**
 * What to search in (one column or all), what to filter by, the order (by default the first of `sorts`), where the page begins,
 * and whether the first page counts all matches. Ignoring an unknown filter would list everything.
 */
export const listOf = <Column extends string, Sort extends string, Filter extends z.core.$ZodType>(
  columns: readonly [Column, ...Column[]],
  sorts: readonly [Sort, ...Sort[]],
  filter: Filter,
) =>
  z.strictObject({
    search,
    column: z.optional(z.enum(columns)),
    filter: z.optional(filter),
    sort: z.optional(z.enum(sorts)),
    descending: z.optional(z.boolean()),
    after: z.optional(after),
    count: z.optional(z.boolean()),
    /** A long page, for an export. */
    long: z.optional(z.boolean()),
  });

/** A page of rows; `next` is null on the last one. `count`, if asked for: the matches, counted up to MAX_COUNTED. */
export const pageOf = <Row extends z.core.$ZodType>(row: Row) =>
  z.object({ rows: z.array(row), next: z.nullable(after), count: z.nullable(z.number()) });

/** Ballots and line-ups of a season come in pages of this many rounds, so that no page grows with the season. */
export const ROUNDS_PER_PAGE = 200;
/** `after` is the `next` of the page before. Records that change in between cause no others to be repeated or skipped. */
export const pageInSeason = z.strictObject({ schoolId: id, season: seasonName, after: z.optional(id) });
/** `next` is null on the last page. */
export const seasonPageOf = <Row extends z.core.$ZodType>(row: Row) =>
  z.object({ rows: z.array(row), next: z.nullable(id) });

export const MAX_SIMILAR = 10;
/** A page of a list that can be searched. `similar` comes with the first page when few rows match: names that are spelled alike. */
export const foundPageOf = <Row extends z.core.$ZodType>(row: Row) =>
  z.extend(pageOf(row), { similar: z.array(row).check(z.maxLength(MAX_SIMILAR)) });

export type PageOf<Row> = { rows: Row[]; next: After | null; count: number | null };
