// What is known about a tournament besides its rounds, to add or to edit.
import { TextInput } from '@mantine/core';
import { Choice } from '#web/components/forms/choice.tsx';
import { NameField } from '#web/components/forms/name-field.tsx';
import { useCases } from '#web/records/queries.ts';
import { seasonsToChoose } from '#web/records/current-season.ts';

export type TournamentValues = {
  name: string;
  season: string;
  startsOn: string | null;
  endsOn: string | null;
  place: string | null;
  caseId: string | null;
};
export const TOURNAMENT_LABELS = {
  name: 'Name',
  season: 'Season',
  startsOn: 'First day',
  endsOn: 'Last day',
  place: 'Place',
  caseId: 'Case',
};
export const TOURNAMENT_FIELDS = ['name', 'season', 'startsOn', 'endsOn', 'place', 'caseId'] as const;

/** The choice for no case, which is stored as null. */
const NO_CASE = '';
const orNull = (text: string): string | null => (text === '' ? null : text);

/** Active cases come first, as the overview has them. */
export function CaseChoice({ value, onChoose }: { value: string | null; onChoose: (id: string | null) => void }) {
  const cases = useCases().data ?? [];
  return (
    <Choice
      label="Case"
      options={[
        { value: NO_CASE, label: 'None' },
        ...cases.map(({ id, name, year }) => ({ value: id, label: `${name} - ${year}` })),
      ]}
      value={value ?? NO_CASE}
      onChoose={(id) => onChoose(orNull(id))}
    />
  );
}

interface TournamentFieldsProps {
  values: TournamentValues;
  set: (change: Partial<TournamentValues>) => void;
}

export function TournamentFields({ values, set }: TournamentFieldsProps) {
  return (
    <>
      <NameField label={TOURNAMENT_LABELS.name} value={values.name} onChange={(name) => set({ name })} />
      <Choice
        label={TOURNAMENT_LABELS.season}
        options={seasonsToChoose(values.season).map((season) => ({ value: season, label: season }))}
        value={values.season}
        onChoose={(season) => set({ season })}
      />
      <TextInput
        label={TOURNAMENT_LABELS.startsOn}
        type="date"
        value={values.startsOn ?? ''}
        onChange={(event) => set({ startsOn: orNull(event.currentTarget.value) })}
      />
      <TextInput
        label={TOURNAMENT_LABELS.endsOn}
        type="date"
        min={values.startsOn ?? undefined}
        value={values.endsOn ?? ''}
        onChange={(event) => set({ endsOn: orNull(event.currentTarget.value) })}
      />
      <TextInput
        label={TOURNAMENT_LABELS.place}
        maxLength={200}
        value={values.place ?? ''}
        onChange={(event) => set({ place: orNull(event.currentTarget.value) })}
      />
      <CaseChoice value={values.caseId} onChoose={(caseId) => set({ caseId })} />
    </>
  );
}
