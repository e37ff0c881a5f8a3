// Shows a change before the server has answered, and takes it back when it is refused. The only edits of the cache by hand:
// after each change everything on the screen is fetched again (query-client.ts).
import type { QueryKey } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

/** What a row becomes; null: it goes; the same row: it is not meant. */
type Edit<Row> = (row: Row) => Row | null;

type Page = { rows: unknown[] };

/** Answers hold rows as a list, as a page, as several pages, or are one row themselves. */
function edited(answer: unknown, edit: Edit<never>): unknown {
  const change = (rows: unknown[]) => rows.map((row) => edit(row as never)).filter((row) => row !== null);
  if (Array.isArray(answer)) return change(answer);
  if (typeof answer !== 'object' || answer === null) return answer;
  if ('pages' in answer) {
    return { ...answer, pages: (answer.pages as Page[]).map((page) => ({ ...page, rows: change(page.rows) })) };
  }
  return edit(answer as never) ?? answer;
}

/** Edits the rows of all answers under the keys at once; returns what takes it back. */
export async function showAtOnce<Row>(keys: readonly QueryKey[], edit: Edit<Row>): Promise<() => void> {
  await Promise.all(keys.map((queryKey) => queryClient.cancelQueries({ queryKey })));
  const before = keys.flatMap((queryKey) => queryClient.getQueriesData({ queryKey }));
  for (const [key, answer] of before) queryClient.setQueryData(key, edited(answer, edit as unknown as Edit<never>));
  return () => {
    for (const [key, answer] of before) queryClient.setQueryData(key, answer);
  };
}
