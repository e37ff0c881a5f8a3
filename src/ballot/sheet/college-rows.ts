// The sections that the sheets of college rounds share: two speeches, and three scores around each witness.
import type { ScoreField, Side } from '../form.ts';
import type { SheetCell, SheetRow, SheetSection } from './sheet.ts';

const cell = <Key extends string>(key: Key, label: string, role: SheetCell['role'], number = 1): SheetCell<Key> => ({
  key,
  label,
  role,
  number,
});

type Cells<Key extends string> = Pick<SheetRow<Key>, 'p' | 'd'>;
/** A row of college rounds: 0 to 10, each point counts once. */
const row = <Key extends string>(label: string, { p, d }: Cells<Key>): SheetRow<Key> => ({
  label,
  min: 0,
  max: 10,
  weight: 1,
  p,
  d,
});

type CollegeSection = SheetSection<ScoreField>;
export const OPENING: CollegeSection = {
  title: null,
  rows: [row('Opening', { p: cell('pOpen', 'P Opening', 'opening'), d: cell('dOpen', 'D Opening', 'opening') })],
};
export const CLOSING: CollegeSection = {
  title: null,
  rows: [row('Closing', { p: cell('pClose', 'P Closing', 'closing'), d: cell('dClose', 'D Closing', 'closing') })],
};

/** A witness of `side`, whom the other side's attorney crosses. */
export function witnessSection(side: Side, number: 1 | 2 | 3): CollegeSection {
  const crossing: Side = side === 'p' ? 'd' : 'p';
  const [own, other] = side === 'p' ? ['P', 'D'] : ['D', 'P'];
  const cells = (called: SheetCell<ScoreField>, crossed: SheetCell<ScoreField> | null = null): Cells<ScoreField> =>
    side === 'p' ? { p: called, d: crossed } : { p: crossed, d: called };
  return {
    title: `${own} Witness ${number}`,
    rows: [
      row(
        'Direct-Attorney',
        cells(cell(`${side}Direct${number}`, `${own} Direct #${number}`, 'attorney-direct', number)),
      ),
      row(
        'Direct-Witness',
        cells(cell(`${side}WDirect${number}`, `${own} Direct W #${number}`, 'witness-direct', number)),
      ),
      row(
        'Cross',
        cells(
          cell(`${side}WCross${number}`, `${own} Cross W #${number}`, 'witness-cross', number),
          cell(`${crossing}Cross${number}`, `${other} Cross #${number}`, 'attorney-cross', number),
        ),
      ),
    ],
  };
}

export const TRIAL_SIDES = {
  p: { short: 'P', name: 'P Team', title: 'Plaintiff / Prosecution' },
  d: { short: 'D', name: 'D Team', title: 'Defense' },
};
