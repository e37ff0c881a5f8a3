// Vitest starts the largest files first, but these take long and are small: a core would wait for them at the end.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const LONGEST = [
  'calls/model/life-of-a-school',
  'calls/fuzz',
  'calls/matrix',
  'calls/access-token-permissions',
  'late/rosters',
  'late/users',
  'late/admin',
  'late/ballots',
  'late/season',
];

const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = LONGEST.findIndex((name) => moduleId.includes(`/test/${name}.test.ts`));
  return place === -1 ? LONGEST.length : place;
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- It belongs to no array.
    const largestFirst = await super.sort(files);
    return largestFirst.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
