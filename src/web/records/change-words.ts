// What a change of the history did, as the middle of a sentence: "added the student", its name, "at North".
import type { Change } from '#contract/history.ts';
import type { RecordedSubject } from '#contract/words.ts';
import { capitalized, counted } from '#web/format.ts';

type Action = Change['action'];
type Kind = {
  /** Before the record's name: "the student". */
  the: string;
  /** Where its own words are better than "added the student": by action, what comes before the record's name. */
  verbs?: Partial<Record<Action, string>>;
  /** Between the record's name and that of its school or case, if the name doesn't tell it. */
  within?: string;
  /** The record has no name of its own. */
  nameless?: true;
  /** One and several, for what people change many of at once. */
  many?: readonly [one: string, several: string];
};

const KINDS: Record<RecordedSubject, Kind> = {
  school: { the: 'the school', many: ['school', 'schools'] },
  user: { the: 'the user', many: ['user', 'users'] },
  superAdmin: {
    the: 'the super admin',
    verbs: { create: 'gave super admin rights to', delete: 'ended the super admin rights of' },
  },
  assignment: { the: 'the assignment of', many: ['assignment', 'assignments'] },
  invitation: {
    the: 'the invitation of',
    verbs: { create: 'invited', delete: 'revoked the invitation of' },
    many: ['invitation', 'invitations'],
  },
  passwordReset: { the: 'a password reset link for', verbs: { create: 'created a password reset link for' } },
  session: { the: 'the sessions of', verbs: { delete: 'ended the sessions of' } },
  secondFactor: {
    the: 'the second factor of',
    verbs: { create: 'turned on the second factor of', delete: 'turned off the second factor of' },
  },
  signOnLink: {
    the: 'the single sign-on of',
    verbs: { create: 'turned on the single sign-on of', delete: 'turned off the single sign-on of' },
  },
  case: { the: 'the case', many: ['case', 'cases'] },
  witness: { the: 'the witness', within: 'of the case', many: ['witness', 'witnesses'] },
  team: { the: 'the team', within: 'at', many: ['team', 'teams'] },
  student: { the: 'the student', within: 'at', many: ['student', 'students'] },
  tournament: { the: 'the tournament', within: 'at', many: ['tournament', 'tournaments'] },
  calendarLink: {
    the: 'the calendar link of',
    verbs: {
      create: 'created the calendar link of',
      update: 'replaced the calendar link of',
      delete: 'ended the calendar link of',
    },
  },
  accessToken: {
    the: 'the access token',
    verbs: { create: 'created the access token', delete: 'ended the access token' },
  },
  webhook: { the: 'the webhook to' },
  studentLink: {
    the: 'a link to the card of',
    verbs: { create: 'created a link to the card of', delete: 'ended a link to the card of' },
    within: 'at',
  },
  seasonBook: { the: 'the settings of the season book', nameless: true, within: 'of' },
  sheet: { the: 'the score sheet', within: 'at', verbs: { update: 'revised the score sheet' } },
  tryOut: { the: 'the try-out', within: 'at', verbs: { create: 'opened the try-out', update: 'ended the try-out' } },
  round: { the: '', within: 'at', many: ['round', 'rounds'] },
  keptBallot: { the: 'the', within: 'at', many: ['ballot', 'ballots'] },
  import: {
    the: 'an import',
    verbs: { delete: 'undid an import', restore: 'restored an undone import' },
    nameless: true,
    within: 'at',
  },
};

const VERBS: Record<Action, string> = {
  create: 'added',
  update: 'changed',
  delete: 'deleted',
  restore: 'restored',
  deleteForGood: 'permanently deleted',
};

const SUBJECT_LABELS: Partial<Record<RecordedSubject, string>> = {
  passwordReset: 'Password reset link',
  studentLink: 'Link to a student card',
  signOnLink: 'Single sign-on',
  keptBallot: 'Ballot',
  session: 'Sessions',
  sheet: 'Score sheet',
  tryOut: 'Try-out',
};
/** `startsOn` is "Starts on". */
export const wordsOf = (key: string): string =>
  capitalized(key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
/** The words of a subject: `superAdmin` is "Super admin". */
export const subjectLabel = (subject: RecordedSubject): string => SUBJECT_LABELS[subject] ?? wordsOf(subject);

/** Of each subject, what people change many of at once. */
export const comesInMany = (subject: RecordedSubject): boolean => KINDS[subject].many !== undefined;

/** The words about a change, or about `count` changes of one kind, which name no record. A record without a name of its own has none. */
export function changeWords({ subject, action, label, parent }: Change, count = 1) {
  const { the, verbs, within, nameless = false, many = ['', ''] } = KINDS[subject];
  const where = within !== undefined && parent !== null ? `${within} ${parent}` : '';
  if (count > 1) return { did: `${VERBS[action]} ${counted(count, ...many)}`, name: '', where };
  // A label that begins with a common word: "Ballot of judge 1".
  const name = subject === 'keptBallot' ? label.charAt(0).toLowerCase() + label.slice(1) : label;
  return { did: verbs?.[action] ?? `${VERBS[action]} ${the}`.trim(), name: nameless ? '' : name, where };
}
