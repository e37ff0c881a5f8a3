// What the figures say, in words. Every sentence has a threshold; docs/metrics.md lists them.
import type { Side } from '#ballot/form.ts';
import { forecast } from './forecast.ts';
import type { Balance } from './plain-figures.ts';
import { CELL_ROLES } from '#ballot/sheet/sheet.ts';
import type { MarginNoise } from './round.ts';
import type { Role } from './scores.ts';
import { comparisonOf, isComparable, MIN_ROUNDS, pairsIn } from './season-model.ts';
import type { Comparison, RoleEstimate, SeasonModel } from './season-model.ts';
import { MIN_ROUNDS_TO_DIFFER } from './student-variance.ts';

/** Below this probability one student is not called better than another, nor one side better than the other. */
export const MIN_PROBABILITY = 0.75;
/** Of the many pairs of a role, one nearly always seems to differ: below this probability, none is named that nobody asked about. */
const MIN_NAMED = 0.9;
/** The maximum number of pairs per role that are named. */
const MAX_COMPARISONS = 3;

export const ROLE_NAMES: Record<Role, string> = {
  opening: 'opening',
  closing: 'closing',
  'attorney-direct': 'direct as attorney',
  'attorney-cross': 'cross as attorney',
  'witness-direct': 'direct as witness',
  'witness-cross': 'cross as witness',
  witness: 'witness',
  pretrial: 'pretrial motion',
  clerk: 'clerk',
  bailiff: 'bailiff',
  criterion: 'criterion',
};

/** One person in a role, and several. */
const ROLE_PEOPLE: Record<Role, readonly [one: string, several: string]> = {
  opening: ['opener', 'openers'],
  closing: ['closer', 'closers'],
  'attorney-direct': ['directing attorney', 'directing attorneys'],
  'attorney-cross': ['crossing attorney', 'crossing attorneys'],
  'witness-direct': ['witness on direct', 'witnesses on direct'],
  'witness-cross': ['witness on cross', 'witnesses on cross'],
  witness: ['witness', 'witnesses'],
  pretrial: ['pretrial attorney', 'pretrial attorneys'],
  clerk: ['clerk', 'clerks'],
  bailiff: ['bailiff', 'bailiffs'],
  criterion: ['person', 'people'],
};

const SIDE_NAMES: Record<Side, string> = { p: 'plaintiff or prosecution', d: 'defense' };

const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const inWords = (number: number): string => NUMBERS[number] ?? String(number);
const rounds = (number: number, more = ''): string => `${inWords(number)}${more} ${number === 1 ? 'round' : 'rounds'}`;

/** A probability as a whole percentage that is never certain. */
export const percent = (probability: number): string => `${Math.min(99, Math.max(1, Math.round(100 * probability)))}%`;

/** Points with their sign, so that 0.3 better and 0.3 worse look different: `+0.3`, `-0.3`, `0.0`. */
export function points(value: number, digits = 2): string {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return text;
  return `${value > 0 ? '+' : '-'}${text}`;
}

/** What is known about two students of a role. */
export const comparisonSentence = ({ a, b, role, probability }: Comparison): string =>
  probability < MIN_PROBABILITY
    ? `${a} and ${b}: no clear difference in ${ROLE_NAMES[role]} (${percent(probability)} that ${a} is better).`
    : `${a} is probably better than ${b} in ${ROLE_NAMES[role]} (${percent(probability)}).`;

/** Whether the scores separate the students of a role, and if not, when they might. */
export function roleSentence(model: SeasonModel, role: Role, pairs = pairsIn(model, role)): string {
  const outlook = forecast(model, role, pairs);
  const [person, people] = ROLE_PEOPLE[role];
  if (outlook.kind === 'too few students') return `Only one ${person} has scores, so there is nobody to compare.`;
  if (outlook.kind === 'not comparable') return `No two of your ${people} have scores on the same side to compare.`;
  if (outlook.kind === 'separated') return `These scores probably separate some of your ${people}.`;
  const now = `These scores do not yet separate your ${people}.`;
  return outlook.moreRounds === null
    ? `${now} Twelve more rounds may not be enough.`
    : `${now} After ${rounds(outlook.moreRounds, ' more')} they might.`;
}

const NOBODY = 'nobody to compare with';

/** The share of a student's scores that the student explains, as a table shows it. */
export const shareText = (estimate: Pick<RoleEstimate, 'reliability'>): string =>
  isComparable(estimate) ? `about ${percent(estimate.reliability)}` : NOBODY;

/** The same in words: "about 12% of this is Ann" */
export const shareOf = (estimate: Pick<RoleEstimate, 'reliability'>, student: string, what = 'this'): string =>
  isComparable(estimate) ? `${shareText(estimate)} of ${what} is ${student}` : NOBODY;

/** How much of a student's scores in a role is the student. */
export function reliabilitySentence(
  estimate: Pick<RoleEstimate, 'student' | 'role' | 'reliability' | 'rounds' | 'judges'>,
): string {
  const { student, role, reliability, rounds: played, judges } = estimate;
  if (!isComparable(estimate))
    return `Nobody else has scores in ${ROLE_NAMES[role]} on the same side, so there is nobody to compare ${student} with.`;
  return `After ${rounds(played)} and ${inWords(judges)} ${judges === 1 ? 'judge' : 'judges'}, about ${percent(reliability)} of what ${student}’s scores in ${ROLE_NAMES[role]} show is ${student}; the rest is the day, the judges and luck.`;
}

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

/** What a season says about one student: where the interval leaves no doubt on which side of the average they are. */
export function studentSentence(
  name: string,
  estimates: readonly Pick<RoleEstimate, 'role' | 'low' | 'high'>[],
): string {
  const rolesWhere = (is: (estimate: Pick<RoleEstimate, 'low' | 'high'>) => boolean): string =>
    LIST.format(estimates.filter(is).map(({ role }) => ROLE_NAMES[role]));
  const above = rolesWhere(({ low }) => low > 0);
  const below = rolesWhere(({ high }) => high < 0);
  if (above === '' && below === '')
    return `In no role do these scores yet tell ${name} apart from the program’s average student.`;
  const sides = [
    above && `above the program’s average in ${above}`,
    below && `below ${above ? 'it' : 'the program’s average'} in ${below}`,
  ];
  return `${name} scores ${sides.filter(Boolean).join(' and ')}.`;
}

/** Where the variances come from, and whether they fit this season. */
export function modelSentences({ rounds: played, estimated, different, atBound }: SeasonModel): string[] {
  const source = estimated
    ? `How much judges, days and students differ was estimated from these ${played} rounds.`
    : `${played === 1 ? 'One round is' : `${played} rounds are`} too few to estimate how much judges, days and students differ: until there are ${MIN_ROUNDS}, another program’s figures are used.`;
  const doubtful = atBound.includes('student')
    ? [
        'Your students differ much more or much less than those of the program that the limits come from: read the estimates with care.',
      ]
    : [];
  const replaced =
    different && !estimated
      ? [
          'Your students differ far more than that program’s: how much they differ is taken from a moot court competition instead.',
        ]
      : [];
  const unseen =
    played < MIN_ROUNDS_TO_DIFFER
      ? [
          `If your students differ far more than that program’s, up to half of the intervals are wrong: fewer than ${MIN_ROUNDS_TO_DIFFER} rounds can’t show it.`,
        ]
      : [];
  return [source, ...replaced, ...unseen, ...doubtful];
}

/** What the page says about ballots of another score sheet than that of college rounds. */
export const OTHER_SHEET =
  'How much judges, days and students usually differ was measured on the college form with three witnesses, and nowhere else: on this score sheet, read the estimates with care.';
export const OTHER_SCALES =
  'Adjusted figures and margins are in points of ten, means and medians in the points of the sheet, or of ten where scores have different ranges.';

/** Whether the ballots favor a side: the interval has to leave out one half. */
export function balanceSentence(balance: Balance): string {
  const { won, ballots, low, high } = balance;
  const figures = `The ${SIDE_NAMES.p} won ${won} of ${ballots} ${ballots === 1 ? 'ballot' : 'ballots'} (95% interval ${percent(low)} to ${percent(high)})`;
  if (low <= 0.5 && high >= 0.5) return `${figures}: no clear difference between the sides.`;
  return `${figures}: the ${SIDE_NAMES[low > 0.5 ? 'p' : 'd']} had the better of it.`;
}

/** Which side was probably better in a round. */
export function roundSentence(probability: number): string {
  if (probability >= MIN_PROBABILITY) return `Your side was probably the better one (${percent(probability)}).`;
  if (probability <= 1 - MIN_PROBABILITY)
    return `The other side was probably the better one (${percent(1 - probability)}).`;
  return `No clear difference (${percent(probability)} that your side was the better one).`;
}

/** Where the certainty of `roundSentence` comes from. Rounds of another program were on the college form. */
export function noiseSentence(noise: MarginNoise, isCollegeForm: boolean): string {
  const about = `about ${noise.points.toFixed(1)} points on a ballot. Where sides are usually close, the percentage is too high.`;
  if (noise.isOwn)
    return `This allows only for the usual difference between judges of the same round in your season: ${about}`;
  const said = `This allows only for the usual difference between judges of the same round: ${about}`;
  return isCollegeForm
    ? said
    : `${said} It was measured on college ballots, so on this score sheet it is only an estimate.`;
}

/** Whether one line-up is better than another, named in this order. */
export function lineUpSentence(probability: number, one: string, other: string): string {
  if (probability >= MIN_PROBABILITY) return `${one} is probably better than ${other} (${percent(probability)}).`;
  if (probability <= 1 - MIN_PROBABILITY)
    return `${other} is probably better than ${one} (${percent(1 - probability)}).`;
  return `${one} and ${other}: no clear difference. Decide by what you see in practice.`;
}

/** Whether a line-up differs from average students in all parts: the interval has to leave out 0. */
export function averageSentence({ low, high }: { low: number; high: number }): string {
  if (low > 0) return 'That is clearly above average.';
  return high < 0 ? 'That is clearly below average.' : 'These scores can’t yet tell it from average.';
}

/** Why a student is one to try in a role. */
export const trySentence = (role: Role, played: number): string =>
  played === 0 ? `never scored in ${ROLE_NAMES[role]}` : `${rounds(played)} in ${ROLE_NAMES[role]} so far`;

export type RoleVerdict = {
  /** Whether the scores separate the students of the role. */
  sentence: string;
  /** The pairs that differ most clearly, and how many more differ clearly. */
  clearest: Comparison[];
  more: number;
};

/** What a season says about each role that somebody was scored in, in the order of the roles. */
export function roleVerdicts(model: SeasonModel): Map<Role, RoleVerdict> {
  const played = CELL_ROLES.filter((role) => model.estimates.some((estimate) => estimate.role === role));
  return new Map(
    played.map((role) => {
      const pairs = pairsIn(model, role);
      const clear = pairs
        .map((pair) => comparisonOf(model, pair))
        .filter(({ probability }) => probability >= MIN_NAMED);
      const clearest = clear.toSorted((one, other) => other.probability - one.probability).slice(0, MAX_COMPARISONS);
      return [role, { sentence: roleSentence(model, role, pairs), clearest, more: clear.length - clearest.length }];
    }),
  );
}

/** A role's verdict in words. */
export const verdictSentences = ({ sentence, clearest, more }: RoleVerdict): string[] => [
  sentence,
  ...clearest.map(comparisonSentence),
  ...(more > 0 ? [`${more} more ${more === 1 ? 'pair differs' : 'pairs differ'} as clearly.`] : []),
];

/** Everything that a season says about its roles. */
export const seasonSentences = (model: SeasonModel): string[] => [
  ...modelSentences(model),
  ...[...roleVerdicts(model).values()].flatMap(verdictSentences),
];
