// Rows and sections that several sheets of trials share.
import type { ScoreField, Side } from '../form.ts';
import type { Range, Sheet, SheetCell, SheetRow, SheetSection } from './sheet.ts';

export const TRIAL_SIDES = {
  p: { short: 'P', name: 'P Team', title: 'Plaintiff / Prosecution' },
  d: { short: 'D', name: 'D Team', title: 'Defense' },
};

export const cell = <Key extends string>(
  key: Key,
  label: string,
  role: SheetCell['role'],
  number = 1,
): SheetCell<Key> => ({ key, label, role, number });

type Cells<Key extends string> = Pick<SheetRow<Key>, 'p' | 'd'>;
type Points = Range & { readonly weight?: number };
/** A row of a built-in sheet. Its points are whole numbers; without a weight, they count once. */
export const row = <Key extends string>(
  label: string,
  { min, max, weight = 1 }: Points,
  { p, d }: Cells<Key>,
): SheetRow<Key> => ({ label, min, max, weight, p, d });

/** What both sides do once, such as the opening: `pOpen` and `P Opening`. */
export const bothSides = <Name extends string>(
  label: string,
  name: Name,
  points: Points,
  role: SheetCell['role'],
  number = 1,
): SheetRow<`${Side}${Name}`> =>
  row(label, points, {
    p: cell(`p${name}`, `P ${label}`, role, number),
    d: cell(`d${name}`, `D ${label}`, role, number),
  });

/** The cells of a row about a witness of `side`, whom the other side may cross. */
export const calledBy = <Key extends string>(
  side: Side,
  called: SheetCell<Key>,
  crossing: SheetCell<Key> | null = null,
): Cells<Key> => (side === 'p' ? { p: called, d: crossing } : { p: crossing, d: called });
/** The short names of the side that calls a witness and of the other. */
const shortNames = (side: Side) => (side === 'p' ? (['P', 'D'] as const) : (['D', 'P'] as const));

/** A witness of `side` who has one score for the whole presentation: the cells, and the title of their section. */
export function witnessOf(side: Side, number: number) {
  const other: Side = side === 'p' ? 'd' : 'p';
  const [OWN, OTHER] = shortNames(side);
  return {
    other,
    title: `${OWN} Witness ${number}`,
    direct: cell(`${side}Direct${number}`, `${OWN} Direct #${number}`, 'attorney-direct', number),
    crossing: cell(`${other}Cross${number}`, `${OTHER} Cross #${number}`, 'attorney-cross', number),
    presentation: cell(`${side}Witness${number}`, `${OWN} Witness #${number}`, 'witness', number),
  };
}

const COLLEGE_POINTS: Range = { min: 0, max: 10 };
type CollegeSection = SheetSection<ScoreField>;
const COLLEGE_OPENING: CollegeSection = {
  title: null,
  rows: [bothSides('Opening', 'Open', COLLEGE_POINTS, 'opening')],
};
const COLLEGE_CLOSING: CollegeSection = {
  title: null,
  rows: [bothSides('Closing', 'Close', COLLEGE_POINTS, 'closing')],
};

/**
 * A witness of college rounds: scored on direct, like the attorney who calls them, and on cross, like the one who crosses
 * them.
 */
function collegeWitness(side: Side, number: 1 | 2 | 3): CollegeSection {
  const other: Side = side === 'p' ? 'd' : 'p';
  const [OWN, OTHER] = shortNames(side);
  const direct = cell(`${side}Direct${number}`, `${OWN} Direct #${number}`, 'attorney-direct', number);
  const onDirect = cell(`${side}WDirect${number}`, `${OWN} Direct W #${number}`, 'witness-direct', number);
  const onCross = cell(`${side}WCross${number}`, `${OWN} Cross W #${number}`, 'witness-cross', number);
  const cross = cell(`${other}Cross${number}`, `${OTHER} Cross #${number}`, 'attorney-cross', number);
  return {
    title: `${OWN} Witness ${number}`,
    rows: [
      row('Direct-Attorney', COLLEGE_POINTS, calledBy<ScoreField>(side, direct)),
      row('Direct-Witness', COLLEGE_POINTS, calledBy<ScoreField>(side, onDirect)),
      row('Cross', COLLEGE_POINTS, calledBy<ScoreField>(side, onCross, cross)),
    ],
  };
}

/** The rows of college rounds with these witnesses a side. */
export const collegeSections = (witnesses: readonly (1 | 2 | 3)[]): readonly CollegeSection[] => [
  COLLEGE_OPENING,
  ...witnesses.map((number) => collegeWitness('p', number)),
  ...witnesses.map((number) => collegeWitness('d', number)),
  COLLEGE_CLOSING,
];

/** The judge ranks the best `places` attorneys and witnesses of the trial. */
export const trialRanks = (places: number): Sheet['ranks'] => [
  { of: 'attorney', places, each: 'trial' },
  { of: 'witness', places, each: 'trial' },
];
