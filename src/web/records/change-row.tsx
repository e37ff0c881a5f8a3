// A change in the history, or several that belong together, in one sentence, and the values before and after.
import { Box, Stack } from '@mantine/core';
import { Fragment } from 'react';
import type { Change } from '#contract/history.ts';
import { ROLE_LABELS, type CaseArea } from '#contract/words.ts';
import { Disclosure } from '#web/components/ui/disclosure.tsx';
import { capitalized, dayText } from '#web/format.ts';
import { areaLabel } from './case-words.ts';
import { changeWords, wordsOf } from './change-words.ts';
import classes from './change-row.module.css';
import type { Group } from './group-changes.ts';

// Each is for many rows, and making one takes long.
const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** One change without its values, in a list of its own. */
export function ChangeRow({ change }: { change: Change }) {
  return (
    <Stack gap={0}>
      <Sentence change={change} />
      <When change={change} how={MOMENT} />
    </Stack>
  );
}

/** Changes of one person below the heading of their day. */
export function ChangeGroup({ changes }: { changes: Group }) {
  const [first] = changes;
  const ofOneRecord = changes.every(({ recordId }) => recordId === first.recordId);
  return (
    <Stack gap={0}>
      <Sentence change={first} count={ofOneRecord ? 1 : changes.length} />
      {ofOneRecord ? (
        changes.map((change) => (
          <Fragment key={change.id}>
            <When change={change} how={TIME} />
            <Values change={change} />
          </Fragment>
        ))
      ) : (
        <>
          <When change={first} how={TIME} />
          <Disclosure summary="Show each of them">
            {changes.map((change) => (
              <Box key={change.id} w="100%">
                <strong>{change.label}</strong>
                <Values change={change} />
              </Box>
            ))}
          </Disclosure>
        </>
      )}
    </Stack>
  );
}

function Sentence({ change, count = 1 }: { change: Change; count?: number }) {
  const { by } = change;
  const { did, name, where } = changeWords(change, count);
  return (
    <p>
      <strong>{by?.name ?? 'The server'}</strong>
      {by?.program != null && <>, by a program with the access token “{by.program}”,</>} {did}
      {name !== '' && (
        <>
          {' '}
          <strong>{name}</strong>
        </>
      )}
      {where !== '' && ` ${where}`}
    </p>
  );
}

const When = ({ change: { at, by }, how }: { change: Change; how: Intl.DateTimeFormat }) => (
  <p className="quiet">
    <time dateTime={at.toISOString()}>{how.format(at)}</time>
    {by && ` · ${by.email}`}
  </p>
);

function Values({ change: { before, after } }: { change: Change }) {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (field) => !HIDDEN_FIELDS.has(field),
  );
  if (fields.length === 0) return null;
  return (
    <dl className={classes.values}>
      {fields.map((field) => (
        <Field key={field} name={field} before={before?.[field]} after={after?.[field]} />
      ))}
    </dl>
  );
}

type Value = string | number | boolean | null | undefined;

/** What the label already names and never changes, and the import that a record came with, which has no name. */
const HIDDEN_FIELDS = new Set(['userId', 'schoolId', 'caseId', 'importId']);
const FIELD_LABELS: Record<string, string> = {
  shortName: 'Short Name',
  isPremium: 'Premium Status',
  isActive: 'Active',
  isArchived: 'Archived',
  startsOn: 'First Day',
  endsOn: 'Last Day',
  classYear: 'Class of',
  teamId: 'Team',
  sheetId: 'Score Sheet',
  sheetEdition: 'Version of the Score Sheet',
  dbManager: 'Database manager',
  keepsBallots: 'Keep ballots',
  sharesCards: 'Links to student cards',
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
  if (field.endsWith('On') || field === 'keepUntil') return dayText(text);
  return text;
}

function Field({ name, before, after }: { name: string; before: Value; after: Value }) {
  return (
    <>
      <dt>{FIELD_LABELS[name] ?? wordsOf(name)}</dt>
      <dd>
        {before !== undefined && <del>{valueText(name, before)}</del>}
        {before !== undefined && after !== undefined && ' → '}
        {after !== undefined && <ins>{valueText(name, after)}</ins>}
      </dd>
    </>
  );
}
