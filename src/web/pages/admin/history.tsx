// The history of a record, or of everything: who changed what and when, before and after. The database writes it.
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { RECORDED_SUBJECTS } from '#contract/words.ts';
import { GavelLoader } from '#web/art/gavel-loader.tsx';
import { Choice } from '#web/components/forms/choice.tsx';
import { LoadFailed } from '#web/components/feedback/load-failed.tsx';
import { api, loadFailure } from '#web/server/query-client.ts';
import { useAdminAddress } from './address.ts';
import classes from './admin.module.css';
import { ChangeRow, subjectLabel } from '#web/records/change-row.tsx';

const SUBJECT_CHOICES = [
  { value: '', label: 'Everything' },
  ...RECORDED_SUBJECTS.map((subject) => ({ value: subject, label: subjectLabel(subject) })),
];

export function History({ recordId }: { recordId?: string }) {
  const { address, changeView } = useAdminAddress();
  const subject = RECORDED_SUBJECTS.find((each) => each === address.subject);
  const query = useInfiniteQuery(
    api.history.list.infiniteOptions({
      input: (before: number | undefined) => ({ recordId, subject, before }),
      initialPageParam: undefined as number | undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      meta: { failed: 'Failed to load history' },
    }),
  );
  const changes = query.data?.pages.flatMap(({ rows }) => rows);
  const failure = loadFailure(query);
  return (
    <>
      <div className={classes.views}>
        <Choice
          aria-label="Show"
          options={SUBJECT_CHOICES}
          value={subject ?? ''}
          onChoose={(value) => changeView({ subject: value })}
        />
      </div>
      <section className={classes.historyList} tabIndex={0} aria-label="Changes">
        {failure && <LoadFailed what="the history" {...failure} />}
        {changes === undefined && !failure && <GavelLoader label="Loading the history" />}
        {changes?.length === 0 && <p className={classes.more}>No data available</p>}
        {changes !== undefined && changes.length > 0 && (
          <ol>
            {changes.map((change) => (
              <li key={change.id} className={classes.change}>
                <ChangeRow change={change} />
              </li>
            ))}
          </ol>
        )}
        {query.hasNextPage && (
          <div className={classes.more}>
            <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              Show earlier changes
            </Button>
          </div>
        )}
      </section>
    </>
  );
}
