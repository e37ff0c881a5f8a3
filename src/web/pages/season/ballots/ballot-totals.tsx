import type { Sheet } from '#ballot/sheet/sheet.ts';
import type { BallotTotals } from '#contract/kept-ballots.ts';
import { Page } from '#web/components/ui/page.tsx';
import { FactList } from '#web/components/table/record-card.tsx';
import { StatusMark } from '#web/components/ui/status-mark.tsx';
import { counted } from '#web/format.ts';
import { resultText } from '#ballot/score.ts';
import { signed } from '../figure-words.ts';
import type { SeasonRound } from '#web/records/season-rounds.ts';
import { RoundFacts, ToRound } from './round-facts.tsx';

export const ballotTitle = ({ number, judge }: Pick<BallotTotals, 'number' | 'judge'>): string =>
  judge === '' ? `Ballot of judge ${number}` : `Ballot of ${judge}`;

const SOURCES: Record<BallotTotals['source'], string> = {
  typed: 'Typed',
  photo: 'Read from a photo',
  file: 'Imported from a file',
};

/** What every member may read of a ballot. */
export function totalFacts(ballot: BallotTotals, { round }: SeasonRound, tiesBrokenBy: string | null) {
  const { number, judge, source, tabMargin, pTotal, dTotal, unread, isCheckedByTwo } = ballot;
  const [ours, theirs] = round.side === 'p' ? [pTotal, dTotal] : [dTotal, pTotal];
  return [
    { label: 'Judge', value: judge === '' ? `Number ${number}` : `${judge} (number ${number})` },
    { label: 'Totals', value: `P ${pTotal}, D ${dTotal}` },
    {
      label: 'Our result',
      value:
        unread === 0 ? resultText(ours, theirs, tiesBrokenBy) : `Not counted: ${counted(unread, 'score')} not read`,
    },
    ...(tabMargin === null ? [] : [{ label: 'Tab room’s margin', value: `${signed(tabMargin, 0)} (P minus D)` }]),
    { label: 'Source', value: SOURCES[source] },
    {
      label: 'Second check',
      value: isCheckedByTwo ? <StatusMark tone="green">Checked by two</StatusMark> : 'Not yet',
    },
  ];
}

/** A ballot for members who may not read its scores. */
export function BallotTotalsView({ sheet, found, ballot }: { sheet: Sheet; found: SeasonRound; ballot: BallotTotals }) {
  return (
    <Page title={ballotTitle(ballot)} intro={<RoundFacts found={found} />} actions={<ToRound found={found} />} narrow>
      <div className="card">
        <FactList facts={totalFacts(ballot, found, sheet.tiesBrokenBy)} />
      </div>
    </Page>
  );
}
