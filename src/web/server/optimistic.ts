// Shows a change before the server has answered and rolls it back if the server refuses. Only these functions edit the
// cache by hand; query-client.ts refetches everything on the screen after each change.
import type { QueryKey } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

/** Returns the changed row, null to remove it, or the same row to leave it alone. */
export type Edit<Row> = (row: Row) => Row | null;
/** Takes the record with this id out of its lists. */
export const removing = (id: string) => (row: { id: string }) => (row.id === id ? null : row);
export type Rollback = () => void;

type Page = { rows: unknown[]; similar?: unknown[] };

/** A cached answer is a list of rows, several pages of rows, or a single row. */
function editAnswer(answer: unknown, edit: Edit<unknown>): unknown {
  if (Array.isArray(answer)) return answer.flatMap((row: unknown) => edit(row) ?? []);
  if (typeof answer !== 'object' || answer === null) return answer;
  if (!('pages' in answer)) return edit(answer) ?? answer;
  const pages = (answer.pages as Page[]).map(({ rows, similar, ...page }) => ({
    ...page,
    rows: rows.flatMap((row) => edit(row) ?? []),
    ...(similar && { similar: similar.flatMap((row) => edit(row) ?? []) }),
  }));
  return { ...answer, pages };
}

/** Edits the rows of every cached answer under the keys. */
export async function applyOptimistically<Row>(keys: readonly QueryKey[], edit: Edit<Row>): Promise<Rollback> {
  await Promise.all(keys.map((queryKey) => queryClient.cancelQueries({ queryKey })));
  const before = keys.flatMap((queryKey) => queryClient.getQueriesData({ queryKey }));
  for (const [key, answer] of before) queryClient.setQueryData(key, editAnswer(answer, edit as Edit<unknown>));
  return () => {
    for (const [key, answer] of before) queryClient.setQueryData(key, answer);
  };
}
