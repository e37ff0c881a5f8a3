// Selecting rows of a list: a checkbox in each row, ranges with Shift, and a bar with the available actions.
import { Button, Group, Text } from '@mantine/core';
import { createContext, use, useRef, useState, type ReactNode } from 'react';
import { numberText } from '#web/format.ts';
import classes from './selection.module.css';
import { countText } from '#web/records/count-text.ts';

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

interface SelectableProps<Row> {
  /** As they are listed. */
  rows: readonly Row[];
  /** "user" */
  one: string;
  /** What can be done with the selected rows, and the dialog that does it. */
  action: string;
  dialog: (selected: readonly Row[], onClose: () => void) => ReactNode;
  children: ReactNode;
}

/** A list with checkboxes, and a bar while something is selected. */
export function Selectable<Row extends { id: string }>({ rows, one, action, dialog, children }: SelectableProps<Row>) {
  const { clear, selectAll, ...selection } = useSelection(rows.map(({ id }) => id));
  const selected = rows.filter(({ id }) => selection.keys.has(id));
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    clear();
  };
  return (
    <SelectionContext value={selection}>
      {children}
      {selected.length > 0 && <div className={classes.room} />}
      {selected.length > 0 && (
        <Group
          component="section"
          justify="center"
          gap="0.5rem 0.75rem"
          px="md"
          py="xs"
          className={`card screen-only thumbs ${classes.bar}`}
          aria-label="Selection"
        >
          <Text component="output" inherit fw={600} className="tabular">
            {countText(selected.length, one, `${one}s`)} selected
          </Text>
          <Button onClick={() => setOpen(true)}>{action}</Button>
          {selected.length < rows.length && (
            <Button variant="subtle" onClick={selectAll}>
              Select all {numberText(rows.length)} shown
            </Button>
          )}
          <Button variant="subtle" onClick={clear}>
            Clear
          </Button>
        </Group>
      )}
      {isOpen && dialog(selected, close)}
    </SelectionContext>
  );
}

/** A row's checkbox. */
export function SelectRow({ id, name }: { id: string; name: string }) {
  const { keys, select } = use(SelectionContext);
  return (
    <label className={`screen-only thumb ${classes.box}`}>
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
