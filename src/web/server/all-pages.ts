type Page<Row, Cursor> = { rows: readonly Row[]; next: Cursor | null };

/** All rows of a list that the server answers page by page. */
export async function allPages<Row, Cursor>(
  read: (after: Cursor | undefined) => Promise<Page<Row, Cursor>>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let after: Cursor | undefined;
  do {
    const page = await read(after);
    rows.push(...page.rows);
    after = page.next ?? undefined;
  } while (after !== undefined);
  return rows;
}
