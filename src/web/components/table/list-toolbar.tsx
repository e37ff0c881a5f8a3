// The controls above a table: the search, the column to search in, further controls, Reset, the number of matches, and Add.
import { Box, Button, CloseButton, Group, TextInput } from '@mantine/core';
import { useMediaQuery, useWindowEvent } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { Icon } from '#web/art/icons.tsx';
import { remembered } from '#web/state/remembered.ts';
import { OptionalChoice } from '#web/components/forms/choice.tsx';

interface ListToolbarProps {
  search: string;
  onSearch: (text: string) => void;
  /** ArrowDown was pressed in the search field. */
  onDown?: () => void;
  columns: readonly { key: string; label: string }[];
  /** Null for all of them. */
  column: string | null;
  onColumn: (key: string | null) => void;
  /** Between the column and Reset. */
  children?: ReactNode;
  onReset: () => void;
  /** "12 schools", or empty until it is known. */
  count: string;
  /** The word after "Add". */
  what: string;
  onAdd?: () => void;
}

const PAUSE_MS = 150;

export function ListToolbar(props: ListToolbarProps) {
  const { search, onSearch, onDown, columns, column, onColumn, children, onReset, count, what, onAdd } = props;
  const narrow = useMediaQuery('(max-width: 450px)', false, { getInitialValueInEffect: false });
  const hasKeys = useMediaQuery('(hover: hover) and (min-width: 48em)', true, { getInitialValueInEffect: false });
  const [text, setText] = useState(search);
  const [known, setKnown] = useState(search);
  const [asked, setAsked] = useState(search);
  const input = useRef<HTMLInputElement>(null);
  const startSearch = useEffectEvent(onSearch);
  // The address changed: by the back button, by Reset, or late by a search from here. In the last case, what was typed since
  // stays.
  if (search !== known) {
    setKnown(search);
    if (search !== asked) {
      setAsked(search);
      setText(search);
    }
  }
  // Typing shows at once. The search starts when it pauses.
  useEffect(() => {
    if (text.trim() === search) return undefined;
    const timer = setTimeout(() => {
      setAsked(text.trim());
      startSearch(text.trim());
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, search]);
  useWindowEvent('keydown', (event) => {
    const typing = event.target instanceof Element && event.target.closest('input, textarea, select, [role="dialog"]');
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || typing) return;
    if (remembered('no-single-keys') !== null) return;
    event.preventDefault();
    input.current?.focus();
  });

  const clear = () => {
    setText('');
    setAsked('');
    onSearch('');
    input.current?.focus();
  };
  const add = onAdd && (
    <Button
      onClick={onAdd}
      fullWidth={narrow}
      leftSection={<span aria-hidden="true">+</span>}
      aria-label={`Add ${what}`}
    >
      {narrow ? `Add ${what}` : 'Add'}
    </Button>
  );
  return (
    <Group component="search" gap="sm" my="md" className="screen-only">
      <TextInput
        ref={input}
        flex="1 1 15rem"
        maw="24rem"
        aria-label="Search"
        aria-keyshortcuts="/"
        placeholder={hasKeys ? 'Search (press /)' : 'Search'}
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' && onDown) {
            event.preventDefault();
            onDown();
          }
          if (event.key !== 'Escape' || text === '') return;
          event.stopPropagation();
          clear();
        }}
        leftSection={<Icon name="search" size={16} />}
        rightSection={text !== '' && <CloseButton aria-label="Clear search" onClick={clear} />}
      />
      <OptionalChoice
        flex="1 1 6.5rem"
        maw="9rem"
        aria-label="Column"
        none="All"
        options={columns.map(({ key, label }) => ({ value: key, label }))}
        value={column}
        onChoose={onColumn}
      />
      {children}
      <Button
        variant="default"
        onClick={() => {
          setText('');
          onReset();
        }}
      >
        Reset
      </Button>
      <Box component="output" ml="auto" className="quiet tabular">
        {count}
      </Box>
      {add}
    </Group>
  );
}
