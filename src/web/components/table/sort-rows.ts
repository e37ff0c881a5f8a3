/** “Squad 2” comes before “Squad 10”. */
const words = new Intl.Collator(undefined, { numeric: true });

/** Sorts rows by a figure, the largest first, or by words. Rows without a value come last; equal ones keep their order. */
export function sortRows<Row>(
  rows: readonly Row[],
  valueOf: (row: Row) => number | string | null,
  reversed: boolean,
): Row[] {
  const compared = (one: number | string, other: number | string): number =>
    typeof one === 'string' ? words.compare(one, String(other)) : Number(other) - one;
  return rows.toSorted((first, second) => {
    const [one, other] = [valueOf(first), valueOf(second)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return reversed ? compared(other, one) : compared(one, other);
  });
}
