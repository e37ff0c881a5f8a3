// Records that cells name: a student's team, a tournament's case.
import { LIST_COLUMNS, type ListColumn, type ListName } from '#contract/list-files.ts';
import { BadCell } from '#season-files/cells.ts';
import type { Table } from '#season-files/text.ts';
import { keysOf, type Tx } from '../database/database.ts';

type NamedKind = 'team' | 'case';
export type Names = {
  /** The id of the record that a cell names. @throws {BadCell} */
  idOf: (kind: NamedKind, text: string) => string;
  nameOf: (id: string) => string;
};

/** The school's teams or all cases, if the file has a column for them. */
export async function namesIn(tx: Tx, list: ListName, table: Table, schoolId: string | undefined): Promise<Names> {
  const columns: readonly ListColumn[] = LIST_COLUMNS[list];
  const column = columns.find(({ kind }) => kind === 'team' || kind === 'case');
  const place = table.header.cells.indexOf(column?.header ?? '');
  if (!column || place < 0) return { idOf: () => '', nameOf: (id) => id };
  const from = tx.selectFrom(column.kind === 'team' ? 'teams' : 'cases').select(['id', 'name', 'sortName as key']);
  const known = await (
    column.kind === 'team' ? from.where('schoolId' as never, '=', schoolId as never) : from
  ).execute();
  const names = new Map(known.map(({ id, name }) => [id, name]));
  const byKey = Map.groupBy(known, ({ key }) => key);
  const keys = await keysOf(tx, [...new Set(table.rows.map(({ cells }) => cells[place] ?? ''))]);
  return {
    nameOf: (id) => names.get(id) ?? id,
    idOf: (kind, text) => {
      if (names.has(text)) return text;
      const [found, another] = byKey.get(keys.get(text) ?? text) ?? [];
      if (!found) throw new BadCell(`There is no ${kind} “${text}”.`);
      if (another) throw new BadCell(`Several ${kind}s are named “${text}”. Use the id instead.`);
      return found.id;
    },
  };
}
