// What the server says only once, such as the token of a new link: it stays on the screen until what it belongs to is ended, here
// or in another tab.
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

/** @param isIn whether what was loaded still has what was made */
export function useShownOnce<Made, Data>(
  { data, dataUpdatedAt }: UseQueryResult<Data>,
  isIn: (data: Data, made: Made) => boolean,
): [shown: Made | null, show: (made: Made | null) => void] {
  const [kept, setKept] = useState<{ made: Made; at: number } | null>(null);
  // What was loaded before it was made doesn't have it yet.
  const isShown = kept !== null && (dataUpdatedAt <= kept.at || (data !== undefined && isIn(data, kept.made)));
  return [isShown ? kept.made : null, (made) => setKept(made && { made, at: Date.now() })];
}

type Ends = { expiresAt: Date };
/** A list doesn't repeat the token. It tells by the end whether it is there. */
export const endsWithOne = (list: readonly Ends[], made: Ends): boolean =>
  list.some(({ expiresAt }) => expiresAt.getTime() === made.expiresAt.getTime());
