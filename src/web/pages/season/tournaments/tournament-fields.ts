// What is known about a tournament besides its rounds, to add or to edit.
import { refOf, type Sheet } from '#ballot/sheet/sheet.ts';
import type { CaseOverview } from '#contract/cases.ts';
import type { Season } from '#contract/season-book.ts';
import type { Field, Fields } from '#web/forms/record-fields.tsx';
import { seasonsToChoose } from '#web/records/current-season.ts';
import { titleAmong } from '../sheets.tsx';

export type TournamentValues = Pick<
  Season['tournaments'][number],
  'name' | 'season' | 'startsOn' | 'endsOn' | 'place' | 'caseId' | 'sheet'
>;

/** Active cases come first, as the overview has them. */
export const caseField = (cases: readonly CaseOverview[]): Field => ({
  label: 'Case',
  as: 'choice',
  options: cases.map(({ id, name, year }) => ({ value: id, label: `${name} - ${year}` })),
  none: 'None',
});

export const tournamentFields = (
  { season, startsOn }: Pick<TournamentValues, 'season' | 'startsOn'>,
  cases: readonly CaseOverview[],
  sheets: readonly Sheet[],
): Fields<keyof TournamentValues> => ({
  name: { label: 'Name', as: 'name' },
  season: {
    label: 'Season',
    as: 'choice',
    options: seasonsToChoose(season).map((each) => ({ value: each, label: each })),
  },
  startsOn: { label: 'First day', as: 'day' },
  endsOn: { label: 'Last day', as: 'day', min: startsOn },
  place: { label: 'Place', as: 'text' },
  caseId: caseField(cases),
  sheet: {
    label: 'Score sheet',
    as: 'one of',
    options: sheets.map((sheet) => ({ value: refOf(sheet), label: titleAmong(sheets, sheet) })),
  },
});
