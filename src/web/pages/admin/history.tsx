// The history of a record, or of everything: who changed what and when, before and after. The database writes it.
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { RECORDED_SUBJECTS, type Change } from '#contract/history.ts';
import { ROLE_LABELS, type CaseArea } from '#contract/words.ts';
import { GavelLoader } from '#web/art/gavel-loader.tsx';
import { Choice } from '#web/components/choice.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { api, loadFailure } from '#web/server/query-client.ts';
import { useAdminAddress } from './address.ts';
import classes from './admin.module.css';
import { areaLabel, capitalized } from './cases/case-words.ts';

const subjectLabel = (subject: string): string => (subject === 'superAdmin' ? 'Super admin' : capitalized(subject));
const ACTION_WORDS = { create: 'added', update: 'changed', delete: 'deleted' };
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
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A scrolling area must be reachable by keyboard. */}
      <section className={classes.historyList} tabIndex={0} aria-label="Changes">
        {failure && <LoadFailed what="the history" {...failure} />}
        {changes === undefined && !failure && <GavelLoader label="Loading the history" />}
        {changes?.length === 0 && <p className={classes.more}>No data available</p>}
        {changes !== undefined && changes.length > 0 && (
          <ol className={classes.changes}>
            {changes.map((change) => (
              <ChangeRow key={change.id} change={change} />
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

function ChangeRow({ change }: { change: Change }) {
  const { at, by, subject, action, label, before, after } = change;
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (field) => !FIELDS_IN_LABEL.has(field),
  );
  return (
    <li className={classes.change}>
      <p>
        <strong>{by?.name ?? 'The server'}</strong> {ACTION_WORDS[action]} {subjectLabel(subject).toLowerCase()}{' '}
        <strong>{label}</strong>
      </p>
      <p className={classes.when}>
        <time dateTime={at.toISOString()}>
          {at.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' })}
        </time>
        {by && ` · ${by.email}`}
      </p>
      {fields.length > 0 && (
        <dl className={classes.values}>
          {fields.map((field) => (
            <Field key={field} name={field} before={before?.[field]} after={after?.[field]} />
          ))}
        </dl>
      )}
    </li>
  );
}

type Value = string | number | boolean | null | undefined;

/** The label already names these, and they never change. */
const FIELDS_IN_LABEL = new Set(['userId', 'schoolId', 'caseId']);
const FIELD_LABELS: Record<string, string> = {
  shortName: 'Short Name',
  isPremium: 'Premium Status',
  isActive: 'Active',
  teamId: 'Team',
  dbManager: 'Database manager',
};
const SIDES: Record<string, string> = { p: 'Plaintiff or Prosecution', d: 'Defense', s: 'Swing' };
const ROLE_TEXTS: Record<string, string> = ROLE_LABELS;

function valueText(field: string, value: Value): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = String(value);
  if (field === 'role') return ROLE_TEXTS[text] ?? text;
  if (field === 'side') return SIDES[text] ?? text;
  if (field === 'area') return areaLabel(text as CaseArea);
  if (field === 'type') return capitalized(text);
  return text;
}

function Field({ name, before, after }: { name: string; before: Value; after: Value }) {
  return (
    <>
      <dt>{FIELD_LABELS[name] ?? capitalized(name)}</dt>
      <dd>
        {before !== undefined && <del className={classes.before}>{valueText(name, before)}</del>}
        {before !== undefined && after !== undefined && ' → '}
        {after !== undefined && <ins className={classes.after}>{valueText(name, after)}</ins>}
      </dd>
    </>
  );
}
