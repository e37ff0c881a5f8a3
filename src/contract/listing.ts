// Lists of any size: a page of rows at a time, found and sorted by the database. The next page begins after the last row
// of this one (and not at a number), so that it costs the same at row 50 and at row 100,000.
import * as z from 'zod/mini';
import { id } from './words.ts';

export const ROWS_A_PAGE = 50;
/** Matches are counted up to here; above, a list says "1,000+", because an exact number would cost more the longer it is. */
export const MOST_COUNTED = 1000;
const LONGEST_SEARCH = 200;

/** What somebody looks for: any text; case and accents do not matter. */
export const search = z.optional(z.string().check(z.maxLength(LONGEST_SEARCH, 'Please search for less text.')));

/** The row after which a page begins: its value in the sorted column, and its id, which tells equal values apart. */
export const after = z.object({ value: z.string().check(z.maxLength(400)), id });
export type After = z.infer<typeof after>;

/** Where to look (one column or all), what the rows are sorted by (else the first of `sorts`), where the page begins. */
export const listOf = <Column extends string, Sort extends string>(
  columns: readonly [Column, ...Column[]],
  sorts: readonly [Sort, ...Sort[]],
) =>
  z.object({
    search,
    column: z.optional(z.enum(columns)),
    sort: z.optional(z.enum(sorts)),
    descending: z.optional(z.boolean()),
    after: z.optional(after),
  });

/** A page of rows; `next` is null on the last one. `count` comes with the first page: the matches, counted up to MOST_COUNTED. */
export const pageOf = <Row extends z.core.$ZodType>(row: Row) =>
  z.object({ rows: z.array(row), next: z.nullable(after), count: z.nullable(z.number()) });

export const MAX_SIMILAR = 10;
/** A page of a list that can be searched. `similar` comes with the first page when few rows match: names that are spelled alike. */
export const foundPageOf = <Row extends z.core.$ZodType>(row: Row) =>
  z.extend(pageOf(row), { similar: z.array(row).check(z.maxLength(MAX_SIMILAR)) });

export type PageOf<Row> = { rows: Row[]; next: After | null; count: number | null };
export type FoundPageOf<Row> = PageOf<Row> & { similar: Row[] };
