// The command palette: finds pages, schools, people, cases and actions. A combobox over a grouped list: the field keeps the
// focus, and the arrow keys move the mark.
import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useId, useState, type KeyboardEvent } from 'react';
import { Modal } from '#web/components/dialogs/modal.tsx';
import { ListedOption } from '#web/components/forms/listed-option.tsx';
import { useEntries } from './entries.ts';
import type { Entry } from './entry.ts';
import classes from './palette.module.css';

const PAUSE_MS = 150;

interface PaletteProps {
  onClose: () => void;
  onHelp: () => void;
}

export default function Palette({ onClose, onHelp }: PaletteProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, PAUSE_MS);
  const [marked, setMarked] = useState(0);
  const { entries, isSearching } = useEntries(typed, search, onHelp);
  const current = entries[Math.min(marked, entries.length - 1)];
  const choose = (entry: Entry) => {
    onClose();
    entry.run();
  };
  const move = (step: number) => {
    if (entries.length > 0) setMarked((Math.min(marked, entries.length - 1) + step + entries.length) % entries.length);
  };
  const keys: Record<string, () => void> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => current && choose(current),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys[event.key];
    if (act === undefined || event.nativeEvent.isComposing) return;
    event.preventDefault();
    act();
  };
  const optionId = (entry: Entry) => `${id}-${entry.key.replaceAll(/[^\w-]/g, '_')}`;
  return (
    <Modal onClose={onClose} title="Find" size="36rem">
      <input
        className={classes.field}
        role="combobox"
        aria-label="Find a page, tournament, round, team, person, case or action"
        aria-autocomplete="list"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={current && optionId(current)}
        placeholder="Name, tournament, page or action"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        data-autofocus
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setMarked(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} role="listbox" aria-label="Results" aria-busy={isSearching} className={classes.list}>
        {[...new Set(entries.map(({ group }) => group))].map((group) => (
          <div key={group} role="group" aria-label={group}>
            <p className={classes.group} aria-hidden="true">
              {group}
            </p>
            {entries
              .filter((entry) => entry.group === group)
              .map((entry) => (
                <ListedOption
                  key={entry.key}
                  id={optionId(entry)}
                  isMarked={entry === current}
                  onMark={() => setMarked(entries.indexOf(entry))}
                  onChoose={() => choose(entry)}
                >
                  <span>{entry.label}</span>
                  {entry.detail !== undefined && <span className={`quiet ${classes.detail}`}>{entry.detail}</span>}
                </ListedOption>
              ))}
          </div>
        ))}
      </div>
      <Text component="output" inherit display="block" c="dimmed">
        {entries.length === 0 && (isSearching ? 'Searching …' : 'Nothing found')}
      </Text>
    </Modal>
  );
}
