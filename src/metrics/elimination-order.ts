// The order in which unknowns are eliminated from a sparse symmetric system: always one with the fewest neighbors, until
// those that remain are so connected that a dense matrix is faster. Method: minimum degree on a quotient graph, with the
// approximate degrees of Amestoy, Davis and Duff (1996).

export type Elimination = {
  /** The unknowns that are eliminated one by one, in order. */
  order: number[];
  /** For each of `order`: the unknowns that are connected to it when its turn comes. */
  neighbors: number[][];
  /** The unknowns that remain, to be solved as one dense system. */
  rest: number[];
};

/** Fewer neighbors than this are eliminated one by one however dense the rest is. */
const MIN_DENSE = 24;

/** Unknowns by their number of neighbors, so that one with the fewest is found at once. */
class Queue {
  readonly #first: Int32Array;
  readonly #next: Int32Array;
  readonly #previous: Int32Array;
  readonly #degree: Int32Array;
  #lowest = 0;

  constructor(size: number) {
    this.#first = new Int32Array(size + 1).fill(-1);
    this.#next = new Int32Array(size).fill(-1);
    this.#previous = new Int32Array(size).fill(-1);
    this.#degree = new Int32Array(size);
  }

  insert(unknown: number, degree: number): void {
    const head = this.#first[degree]!;
    this.#degree[unknown] = degree;
    this.#next[unknown] = head;
    this.#previous[unknown] = -1;
    if (head >= 0) this.#previous[head] = unknown;
    this.#first[degree] = unknown;
    this.#lowest = Math.min(this.#lowest, degree);
  }

  remove(unknown: number): void {
    const next = this.#next[unknown]!;
    const previous = this.#previous[unknown]!;
    if (next >= 0) this.#previous[next] = previous;
    if (previous >= 0) this.#next[previous] = next;
    else this.#first[this.#degree[unknown]!] = next;
  }

  degreeOf(unknown: number): number {
    return this.#degree[unknown]!;
  }

  /** An unknown with the fewest neighbors; only to be asked while there is one. */
  peek(): number {
    while (this.#first[this.#lowest]! < 0) this.#lowest += 1;
    return this.#first[this.#lowest]!;
  }
}

/** Removes the numbers that don't pass, in place, because copying would make tens of thousands of lists. */
function keep(list: number[], passes: (number: number) => boolean): number[] {
  let kept = 0;
  for (const number of list) if (passes(number)) list[kept++] = number;
  list.length = kept;
  return list;
}

/** @param adjacent for each unknown, those that it is connected to; the lists are used up */
export function eliminationOrder(adjacent: number[][]): Elimination {
  const size = adjacent.length;
  const queue = new Queue(size);
  // An eliminated unknown connects all of its neighbors with each other: it is kept as one "element" instead of the pairs.
  const elementsOf: number[][] = adjacent.map(() => []);
  const members: number[][] = adjacent.map(() => []);
  const absorbed = new Uint8Array(size);
  const eliminated = new Uint8Array(size);
  const mark = new Int32Array(size).fill(-1);
  const outside = new Int32Array(size);
  const outsideMark = new Int32Array(size).fill(-1);
  adjacent.forEach((list, unknown) => queue.insert(unknown, list.length));

  const order: number[] = [];
  const neighbors: number[][] = [];
  for (let remaining = size; remaining > 0; remaining -= 1) {
    const pivot = queue.peek();
    const degree = queue.degreeOf(pivot);
    if (degree >= MIN_DENSE && degree >= (remaining - 1) / 2) break;
    queue.remove(pivot);
    eliminated[pivot] = 1;

    const around: number[] = [];
    mark[pivot] = pivot;
    const take = (unknown: number): void => {
      if (mark[unknown] === pivot || eliminated[unknown] === 1) return;
      mark[unknown] = pivot;
      around.push(unknown);
    };
    adjacent[pivot]!.forEach(take);
    for (const element of elementsOf[pivot]!) {
      members[element]!.forEach(take);
      absorbed[element] = 1;
      members[element] = [];
    }
    order.push(pivot);
    neighbors.push(around);
    members[pivot] = around;

    // How many members of each touched element lie outside of the new one.
    for (const unknown of around)
      for (const element of elementsOf[unknown]!) {
        if (absorbed[element] === 1) continue;
        if (outsideMark[element] !== pivot) {
          outsideMark[element] = pivot;
          outside[element] = members[element]!.length;
        }
        outside[element]! -= 1;
      }
    for (const unknown of around) {
      const elements = keep(elementsOf[unknown]!, (element) => absorbed[element] === 0 && outside[element]! > 0);
      const direct = keep(adjacent[unknown]!, (other) => mark[other] !== pivot && eliminated[other] === 0);
      let estimate = around.length - 1 + direct.length;
      for (const element of elements) estimate += outside[element]!;
      elements.push(pivot);
      queue.remove(unknown);
      queue.insert(unknown, Math.min(estimate, remaining - 2));
    }
  }
  const rest = adjacent.flatMap((_, unknown) => (eliminated[unknown] === 1 ? [] : [unknown]));
  return { order, neighbors, rest };
}

/**
 * Where the columns of the eliminated unknowns have numbers below their diagonals, in ascending rows: column c has
 * rows[starts[c]] up to rows[starts[c + 1]].
 * @param position the place of each unknown in the elimination
 * @param last for each eliminated unknown, those of the unknowns that come last that it is connected to, by their place
 */
export function columnPattern(
  neighbors: readonly (readonly number[])[],
  position: Int32Array,
  last: readonly Iterable<number>[],
): { starts: Int32Array; rows: Int32Array } {
  const connected = last.map((places) => new Set(places));
  const columns = neighbors.map((list, column) => {
    const places = list.map((unknown) => position[unknown]!);
    // An eliminated unknown connects its neighbors with each other: the next one passes the connections on.
    const next = places.reduce((least, place) => Math.min(least, place), neighbors.length);
    for (const place of connected[column]!) connected[next]?.add(place);
    return Int32Array.from([...places, ...connected[column]!]).toSorted();
  });
  const starts = new Int32Array(columns.length + 1);
  columns.forEach(({ length }, column) => (starts[column + 1] = starts[column]! + length));
  const rows = new Int32Array(starts.at(-1)!);
  columns.forEach((own, column) => rows.set(own, starts[column]));
  return { starts, rows };
}
