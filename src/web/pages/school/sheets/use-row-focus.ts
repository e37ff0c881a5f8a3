// Which row of the sheet is open, and where the keyboard goes when rows and sections come, go and move.
import { useState } from 'react';
import { flushSync } from 'react-dom';
import {
  addRow,
  addSection,
  moveRow,
  moveSection,
  placeAfter,
  removeRow,
  removeSection,
  type Step,
} from '#ballot/sheet/edit.ts';
import type { Place, Sheet, SheetRow } from '#ballot/sheet/sheet.ts';
import type { EditSheet } from './use-sheet-edit.ts';

const PARTS = ['toggle', 'name', 'up', 'down'] as const;
type Part = (typeof PARTS)[number];
export const rowId = ({ section, row }: Place, part: Part): string => `row-${section}-${row}-${part}`;
export const sectionId = (section: number, part: 'heading' | 'up' | 'down' | 'add'): string =>
  `section-${section}-${part}`;
export const ADD_SECTION_ID = 'add-section';

const isAt = (one: Place | null, other: Place): boolean => one?.section === other.section && one.row === other.row;

/** Where a row is in another sheet: its scores never change their keys. */
function placeIn({ sections }: Sheet, { p, d }: SheetRow): Place | null {
  const isSame = (other: SheetRow) => (p !== null && other.p?.key === p.key) || (d !== null && other.d?.key === d.key);
  const places = sections.map(({ rows }, section) => ({ section, row: rows.findIndex(isSame) }));
  return places.find(({ row }) => row >= 0) ?? null;
}

export function useRowFocus(edit: EditSheet) {
  const [opened, setOpened] = useState<Place | null>(null);
  /** What a screen reader says after a move. */
  const [said, setSaid] = useState('');
  const go = (to: { change?: (sheet: Sheet) => Sheet; open: Place | null; focus: string; say?: string }) => {
    // Synchronous, because the focus goes to what the change draws.
    flushSync(() => {
      if (to.change) edit(to.change);
      setOpened(to.open);
      setSaid(to.say ?? '');
    });
    const element = document.getElementById(to.focus);
    element?.focus();
    if (element instanceof HTMLInputElement) element.select();
  };
  return {
    said,
    isOpen: (place: Place) => isAt(opened, place),
    toggle: (place: Place) => setOpened(isAt(opened, place) ? null : place),
    open: (place: Place) => go({ open: place, focus: rowId(place, 'name') }),
    /** After undo and redo, the open row stays open where it is then, with the keyboard if that was in it. */
    follow: (before: Sheet, after: Sheet, say: string) => {
      const row = opened && before.sections[opened.section]?.rows[opened.row];
      const to = row ? placeIn(after, row) : null;
      const part = opened && PARTS.find((each) => rowId(opened, each) === document.activeElement?.id);
      flushSync(() => {
        setOpened(to);
        setSaid(say);
      });
      if (to && part) document.getElementById(rowId(to, part))?.focus();
    },
    addRow: ({ sections }: Sheet, section: number) => {
      const place = { section, row: sections[section]?.rows.length ?? 0 };
      go({ change: (sheet) => addRow(sheet, section), open: place, focus: rowId(place, 'name') });
    },
    removeRow: ({ sections }: Sheet, place: Place) => {
      const last = (sections[place.section]?.rows.length ?? 0) - 2;
      const next = { ...place, row: Math.min(place.row, last) };
      go({
        change: (sheet) => removeRow(sheet, place),
        open: null,
        focus: last < 0 ? sectionId(place.section, 'add') : rowId(next, 'toggle'),
        say: 'Row removed.',
      });
    },
    moveRow: (sheet: Sheet, place: Place, step: Step) => {
      const to = placeAfter(sheet, place, step);
      if (to === null) return;
      const section = sheet.sections[to.section];
      const rows = (section?.rows.length ?? 0) + (to.section === place.section ? 0 : 1);
      go({
        change: (present) => moveRow(present, place, step),
        open: to,
        focus: rowId(to, step === 1 ? 'down' : 'up'),
        say: `Moved to row ${to.row + 1} of ${rows} in ${section?.title ?? `section ${to.section + 1}`}.`,
      });
    },
    addSection: ({ sections }: Sheet) =>
      go({ change: addSection, open: null, focus: sectionId(sections.length, 'heading') }),
    removeSection: ({ sections }: Sheet, section: number) => {
      const next = Math.min(section, sections.length - 2);
      go({
        change: (sheet) => removeSection(sheet, section),
        open: null,
        focus: next < 0 ? ADD_SECTION_ID : sectionId(next, 'heading'),
        say: 'Section removed.',
      });
    },
    moveSection: ({ sections }: Sheet, section: number, step: Step) => {
      const to = section + step;
      if (to < 0 || to >= sections.length) return;
      go({
        change: (sheet) => moveSection(sheet, section, step),
        open: null,
        focus: sectionId(to, step === 1 ? 'down' : 'up'),
        say: `Moved to section ${to + 1} of ${sections.length}.`,
      });
    },
  };
}
export type RowFocus = ReturnType<typeof useRowFocus>;
