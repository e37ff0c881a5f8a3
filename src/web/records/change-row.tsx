// A change in the history, in one sentence, and the values before and after.
import type { Change } from '#contract/history.ts';
import { ROLE_LABELS, type CaseArea } from '#contract/words.ts';
import classes from './change-row.module.css';
import { areaLabel, capitalized } from './case-words.ts';

/** `startsOn` is "Starts on". */
const wordsOf = (key: string): string => capitalized(key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));

const SUBJECT_LABELS: Record<string, string> = {
  passwordReset: 'Password reset link',
  studentLink: 'Link',
  signOnLink: 'Single sign-on link',
};
/** The words that join a subject and the person it is about: "added password reset link for Ada". */
const LINKING_WORDS: Record<string, string> = {
  passwordReset: 'for ',
  calendarLink: 'of ',
  studentLink: 'to the card of ',
  secondFactor: 'of ',
  signOnLink: 'of ',
};
/** The words of a subject: `superAdmin` is "Super admin". */
export const subjectLabel = (subject: string): string => SUBJECT_LABELS[subject] ?? wordsOf(subject);
const ACTION_WORDS = {
  create: 'added',
  update: 'changed',
  delete: 'deleted',
  restore: 'restored',
  deleteForGood: 'permanently deleted',
};

/** `brief` leaves out the values. */
export function ChangeRow({ change, brief = false }: { change: Change; brief?: boolean }) {
  const { at, by, subject, action, label, before, after } = change;
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (field) => !HIDDEN_FIELDS.has(field),
  );
  return (
    <div className={classes.change}>
      <p>
        <strong>{by?.name ?? 'The server'}</strong> {ACTION_WORDS[action]} {subjectLabel(subject).toLowerCase()}{' '}
        {LINKING_WORDS[subject]}
        <strong>{label}</strong>
      </p>
      <p className={classes.when}>
        <time dateTime={at.toISOString()}>
          {at.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' })}
        </time>
        {by && ` · ${by.email}`}
      </p>
      {!brief && fields.length > 0 && (
        <dl className={classes.values}>
          {fields.map((field) => (
            <Field key={field} name={field} before={before?.[field]} after={after?.[field]} />
          ))}
        </dl>
      )}
    </div>
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
      <dt>{FIELD_LABELS[name] ?? wordsOf(name)}</dt>
      <dd>
        {before !== undefined && <del className={classes.before}>{valueText(name, before)}</del>}
        {before !== undefined && after !== undefined && ' → '}
        {after !== undefined && <ins className={classes.after}>{valueText(name, after)}</ins>}
      </dd>
    </>
  );
}
