// Selecting rows of a list: a checkbox in each row, ranges with Shift, and a bar with the available actions.
import { Button } from '@mantine/core';
import { createContext, use, useRef, useState, type ReactNode } from 'react';
import { numberText } from '#web/format.ts';
import classes from './selection.module.css';

type Selected = {
  keys: ReadonlySet<string>;
  select: (key: string, isSelected: boolean, isRange: boolean) => void;
};

const SelectionContext = createContext<Selected>({ keys: new Set(), select: () => {} });

/** @param order the keys of the rows as they are listed */
export function useSelection(order: readonly string[]) {
  const [selected, setKeys] = useState<ReadonlySet<string>>(new Set());
  // A row that somebody else has deleted meanwhile is no longer selected.
  const keys = new Set(order.filter((key) => selected.has(key)));
  const last = useRef<string | null>(null);
  const select = (key: string, isSelected: boolean, isRange: boolean) => {
    const [from, to] = [order.indexOf(last.current ?? ''), order.indexOf(key)];
    const range = isRange && from >= 0 ? order.slice(Math.min(from, to), Math.max(from, to) + 1) : [key];
    last.current = key;
    setKeys(
      (before) => new Set(isSelected ? [...before, ...range] : [...before].filter((each) => !range.includes(each))),
    );
  };
  return { keys, select, selectAll: () => setKeys(new Set(order)), clear: () => setKeys(new Set()) };
}

interface SelectionBarProps {
  selection: ReturnType<typeof useSelection>;
  /** "3 users selected" */
  text: string;
  /** How many rows are listed. */
  of: number;
  actions: ReactNode;
  children: ReactNode;
}

/** A list with checkboxes, and the bar while something is selected. */
export function Selectable({ selection, text, of, actions, children }: SelectionBarProps) {
  const isSelecting = selection.keys.size > 0;
  return (
    <SelectionContext value={selection}>
      {children}
      {isSelecting && <div className={classes.room} />}
      {isSelecting && (
        <section className={`screen-only thumbs ${classes.bar}`} aria-label="Selection">
          <output>{text}</output>
          {actions}
          {selection.keys.size < of && (
            <Button variant="subtle" onClick={selection.selectAll}>
              Select all {numberText(of)} shown
            </Button>
          )}
          <Button variant="subtle" onClick={selection.clear}>
            Clear
          </Button>
        </section>
      )}
    </SelectionContext>
  );
}

/** A row's checkbox. */
export function SelectRow({ id, name }: { id: string; name: string }) {
  const { keys, select } = use(SelectionContext);
  return (
    <label className={`screen-only ${classes.box}`}>
      <input
        type="checkbox"
        data-selects-row
        aria-label={`Select ${name}`}
        checked={keys.has(id)}
        onChange={({ currentTarget, nativeEvent }) =>
          select(id, currentTarget.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </label>
  );
}
