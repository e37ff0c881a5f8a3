// The history of a record, or of everything: who changed what and when, before and after. The database writes it.
import { Box, Button, Group, TextInput, Title } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { RECORDED_SUBJECTS } from '#contract/words.ts';
import { GavelLoader } from '#web/art/gavel-loader.tsx';
import { Icon } from '#web/art/icons.tsx';
import { Choice } from '#web/components/forms/choice.tsx';
import { counted } from '#web/format.ts';
import { ChangeGroup } from '#web/records/change-row.tsx';
import { subjectLabel } from '#web/records/change-words.ts';
import { groupChanges, type Day } from '#web/records/group-changes.ts';
import { Loaded } from '#web/server/loaded.tsx';
import { api, loadFailure } from '#web/server/query-client.ts';
import { useAdminAddress } from './address.ts';
import classes from './admin.module.css';

const SUBJECT_CHOICES = [
  { value: '', label: 'Everything' },
  ...RECORDED_SUBJECTS.map((subject) => ({ value: subject, label: subjectLabel(subject) })),
];
const PAUSE_MS = 150;
const MAX_SEARCH = 200;

export function History({ recordId }: { recordId?: string }) {
  const { address, changeView } = useAdminAddress();
  const subject = RECORDED_SUBJECTS.find((each) => each === address.subject);
  const { find: search } = address;
  const [typed, setTyped] = useState(search ?? '');
  const look = useDebouncedCallback((text: string) => changeView({ find: text.trim() }), PAUSE_MS);
  const query = useInfiniteQuery({
    ...api.history.list.infiniteOptions({
      input: (before: number | undefined) => ({ recordId, subject, search, before }),
      initialPageParam: undefined as number | undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      meta: { failed: 'Failed to load history' },
    }),
    placeholderData: keepPreviousData,
  });
  const changes = query.data?.pages.flatMap(({ rows }) => rows);
  return (
    <>
      <Group component="search" align="stretch" gap="xs" my="md">
        <TextInput
          flex="1 1 14rem"
          aria-label="Search the history"
          placeholder="A name, a person, or both"
          value={typed}
          maxLength={MAX_SEARCH}
          leftSection={<Icon name="search" size={16} />}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            look(value);
          }}
        />
        <Choice
          aria-label="Show"
          options={SUBJECT_CHOICES}
          value={subject ?? ''}
          onChoose={(value) => changeView({ subject: value })}
        />
        <output className="quiet">
          {changes !== undefined &&
            !query.isPlaceholderData &&
            foundText(changes.length, query.hasNextPage, Boolean(search))}
        </output>
      </Group>
      <Box
        component="section"
        p={0}
        className={`card scrolls ${classes.historyList}`}
        tabIndex={0}
        aria-label="Changes"
        aria-busy={query.isPending || query.isPlaceholderData}
      >
        <Loaded
          what="the history"
          of={{ changes: { data: changes, failure: loadFailure(query) } }}
          skeleton={<GavelLoader label="Loading the history" />}
        >
          {(loaded) => groupChanges(loaded.changes).map((day) => <OneDay key={day.day} {...day} />)}
        </Loaded>
        {query.hasNextPage && (
          <Group justify="center" p="sm">
            <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              Show earlier changes
            </Button>
          </Group>
        )}
      </Box>
    </>
  );
}

function foundText(count: number, hasMore: boolean, isSearched: boolean): string {
  if (count === 0 && !isSearched) return 'No data available';
  if (count === 0) return hasMore ? 'None among the latest changes' : 'No changes found';
  return hasMore ? `The latest ${counted(count, 'change')}` : counted(count, 'change');
}

function OneDay({ groups }: Day) {
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <Title order={3} size="h5" id={heading} className={classes.day}>
        {groups[0]?.[0].at.toLocaleDateString(undefined, { dateStyle: 'full' })}
      </Title>
      <ol className="ruled">
        {groups.map((changes) => (
          <Box component="li" key={changes[0].id} px="md" py="sm" className="breaks">
            <ChangeGroup changes={changes} />
          </Box>
        ))}
      </ol>
    </section>
  );
}
