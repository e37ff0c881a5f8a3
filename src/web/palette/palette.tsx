// The command palette: finds pages, schools, people, cases and actions. A combobox over a grouped list: the field keeps the
// focus, and the arrow keys move the mark.
import { Box, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useId, useState, type KeyboardEvent } from 'react';
import { Modal } from '#web/components/dialogs/modal.tsx';
import { ListedOption } from '#web/components/forms/listed-option.tsx';
import { useEntries } from './entries.ts';
import type { Entry } from './entry.ts';

const PAUSE_MS = 150;

interface PaletteProps {
  /** What was typed before the palette was there. */
  early: string;
  onClose: () => void;
  onHelp: () => void;
}

export default function Palette({ early, onClose, onHelp }: PaletteProps) {
  const id = useId();
  const [typed, setTyped] = useState(early);
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
      <TextInput
        size="md"
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
      <Box
        id={`${id}-list`}
        role="listbox"
        aria-label="Results"
        aria-busy={isSearching}
        mah="50vh"
        mt="sm"
        className="scrolls"
      >
        {[...new Set(entries.map(({ group }) => group))].map((group) => (
          <div key={group} role="group" aria-label={group}>
            <Text mt="xs" mb="0.25rem" c="dimmed" fz="xs" fw={600} tt="uppercase" lts="0.04em" aria-hidden="true">
              {group}
            </Text>
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
                  {entry.detail !== undefined && <span className="quiet">{entry.detail}</span>}
                </ListedOption>
              ))}
          </div>
        ))}
      </Box>
      <Text component="output" inherit display="block" c="dimmed">
        {entries.length === 0 && (isSearching ? 'Searching …' : 'Nothing found')}
      </Text>
    </Modal>
  );
}
