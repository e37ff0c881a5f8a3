// A list whose rows are edited in place, several at once. A row that is being edited stays when a colleague deletes it: what
// somebody has typed isn't lost without a word, and Save says why.
import { useState } from 'react';

export function useEditedRows<Row extends { id: string }>(rows: readonly Row[] | undefined) {
  const [edited, setEdited] = useState<readonly { row: Row; index: number }[]>([]);
  return {
    rows:
      rows &&
      edited.reduce(
        (all, { row, index }) => (all.some(({ id }) => id === row.id) ? all : all.toSpliced(index, 0, row)),
        rows,
      ),
    isEdited: (id: string) => edited.some(({ row }) => row.id === id),
    edit: (row: Row, index: number) => setEdited((before) => [...before, { row, index }]),
    endEdit: (id: string) => setEdited((before) => before.filter(({ row }) => row.id !== id)),
  };
}
