// Chooses one of very many: the server searches for what is typed. Once one is chosen, the list shows all of them again.
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import type { Option } from '#web/components/forms/choice.tsx';
import { schoolOptions } from '#web/shell/school-switcher.tsx';
import { api, loadFailure } from '#web/server/query-client.ts';

type Options = Option<string>[];
const PAUSE_MS = 150;

/**
 * `list` is the query for a search, with its answer as options. The result's `field` is for a `SearchChoice`.
 * @param minLetters fewer letters aren't searched for, because they would find too many
 */
export function useServerChoice<Answer>(
  list: (search: string) => UseQueryOptions<Answer, Error, Options>,
  minLetters = 0,
) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<Option<string> | null>(null);
  const wanted = chosen ? '' : typed;
  const [search] = useDebouncedValue(wanted, PAUSE_MS);
  const isSought = (text: string): boolean => text.trim().length >= minLetters;
  const isLongEnough = isSought(wanted);
  const found = useQuery({ ...list(search), enabled: isSought(search), placeholderData: keepPreviousData });
  return {
    typed,
    chosen,
    isLongEnough,
    /** Once it is sent. What was chosen or typed meanwhile belongs to the next one. */
    clear: (sent: Option<string>) => {
      setChosen((now) => (now === sent ? null : now));
      setTyped((now) => (now === sent.label ? '' : now));
    },
    field: {
      options: isLongEnough ? found.data : [],
      failure: isLongEnough ? loadFailure(found) : undefined,
      outdated: isLongEnough && (search !== wanted || found.isPlaceholderData),
      chosen,
      onChoose: setChosen,
      typed,
      onType: setTyped,
    },
  };
}

/** All schools, and those with a similar name. */
export const searchSchools = (search: string) =>
  api.schools.list.queryOptions({
    input: { search },
    meta: { failed: 'Failed to load schools' },
    select: ({ rows, similar }) => schoolOptions([...rows, ...similar]),
  });
