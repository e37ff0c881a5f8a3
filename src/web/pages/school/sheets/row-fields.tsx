// The open row of a sheet: its name, range and weight, what each side is scored for, and its place.
import { Box, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Side } from '#ballot/form.ts';
import { placeAfter, withRole, withRowFacts, withWitness } from '#ballot/sheet/edit.ts';
import { isOfWitness } from '#ballot/sheet/role-numbers.ts';
import { CELL_ROLES, sidesOf, type CellRole, type Place, type Sheet, type SheetRow } from '#ballot/sheet/sheet.ts';
import { Choice } from '#web/components/forms/choice.tsx';
import { PlaceButtons } from './place-buttons.tsx';
import { ROLE_LABELS, witnessText } from './sheet-words.ts';
import { rowId, type RowFocus } from './use-row-focus.ts';
import type { EditSheet } from './use-sheet-edit.ts';

interface NumberFieldProps {
  label: string;
  max: number;
  value: number;
  onChange: (value: number) => void;
}

/** A whole number. While the field is empty, or has half a number in it, the number before it counts. */
function NumberField({ label, max, value, onChange }: NumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const isOwn = typed !== null && (typed.trim() === '' || Number(typed) === value);
  return (
    <TextInput
      label={label}
      type="number"
      inputMode="numeric"
      min={0}
      max={max}
      step={1}
      value={isOwn ? typed : String(value)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        const number = Number(currentTarget.value);
        if (currentTarget.value.trim() !== '' && Number.isFinite(number)) onChange(number);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

interface RowFieldsProps {
  sheet: Sheet;
  place: Place;
  row: SheetRow;
  edit: EditSheet;
  rows: RowFocus;
}

export function RowFields({ sheet, place, row, edit, rows }: RowFieldsProps) {
  const set = (field: 'label' | 'min' | 'max' | 'weight') => (value: string | number) =>
    edit((now) => withRowFacts(now, place, { [field]: value }), `${place.section} ${place.row} ${field}`);
  return (
    <Box p="0.25rem 0.5rem 0.75rem">
      <div className="columns">
        <TextInput
          id={rowId(place, 'name')}
          className="across"
          label="Row name"
          maxLength={200}
          value={row.label}
          onChange={({ currentTarget: { value } }) => set('label')(value)}
        />
        <NumberField label="Lowest score" max={100} value={row.min} onChange={set('min')} />
        <NumberField label="Highest score" max={100} value={row.max} onChange={set('max')} />
        <NumberField label="Weight" max={10} value={row.weight} onChange={set('weight')} />
        {sidesOf(sheet).map((side) => (
          <CellFields key={side} side={side} sheet={sheet} place={place} row={row} edit={edit} />
        ))}
      </div>
      <Group gap="xs" mt="sm">
        <PlaceButtons
          of="row"
          name={row.label.trim() || 'row without a name'}
          idOf={(part) => rowId(place, part)}
          canMove={(step) => placeAfter(sheet, place, step) !== null}
          onMove={(step) => rows.moveRow(sheet, place, step)}
          onRemove={() => rows.removeRow(sheet, place)}
        />
      </Group>
    </Box>
  );
}

const NOT_SCORED = 'none';
const ROLE_OPTIONS = [
  { value: NOT_SCORED, label: 'Not scored here' },
  ...CELL_ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role] })),
] as const;
const MAX_WITNESSES = 9;

/** What one side is scored for in the row. */
function CellFields({ sheet, place, row, edit, side }: Omit<RowFieldsProps, 'rows'> & { side: Side }) {
  const cell = row[side];
  const name = sheet.sides[side]?.name ?? '';
  const numbers = Array.from({ length: Math.max(MAX_WITNESSES, cell?.number ?? 0) }, (_, index) => index + 1);
  return (
    <Stack gap="xs">
      <Choice<CellRole | typeof NOT_SCORED>
        label={`${name} is scored for`}
        options={ROLE_OPTIONS}
        value={cell?.role ?? NOT_SCORED}
        onChoose={(role) => edit((now) => withRole(now, place, side, role === NOT_SCORED ? null : role))}
      />
      {cell !== null && isOfWitness(cell.role) && (
        <Choice
          aria-label={`${name}: which witness`}
          options={numbers.map((number) => ({
            value: String(number),
            label: witnessText(sheet, side, { role: cell.role, number }),
          }))}
          value={String(cell.number)}
          onChoose={(number) => edit((now) => withWitness(now, place, side, Number(number)))}
        />
      )}
    </Stack>
  );
}
