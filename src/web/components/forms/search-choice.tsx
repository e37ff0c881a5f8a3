// Chooses one of very many. The server searches for the typed text, and the matches are listed below the field. The list is
// part of the page and does not float, so nothing is cut off on a phone.
import { Box, Stack, TextInput } from '@mantine/core';
import { useEffect, useEffectEvent, useId, useState, type KeyboardEvent } from 'react';
import type { Option } from './choice.tsx';
import { ListedOption } from './listed-option.tsx';
import { LoadFailed, type LoadFailure } from '#web/components/feedback/load-failed.tsx';
import classes from './search-choice.module.css';

interface SearchChoiceProps {
  label: string;
  placeholder: string;
  /** The matches. `undefined` while they load, or when they could not be loaded. */
  options: readonly Option<string>[] | undefined;
  failure: LoadFailure | undefined;
  /** The options still match an earlier text. */
  outdated: boolean;
  chosen: Option<string> | null;
  onChoose: (option: Option<string> | null) => void;
  typed: string;
  onType: (text: string) => void;
  nothingFound: string;
  /** A dialog opens with the keyboard here. */
  first?: boolean;
}

export function SearchChoice({ label, placeholder, options, failure, outdated, chosen, ...props }: SearchChoiceProps) {
  const { onChoose, typed, onType, nothingFound, first = true } = props;
  const id = useId();
  const [open, setOpen] = useState(true);
  const [marked, setMarked] = useState(0);
  // Enter was pressed before the matches arrived. Until they do, no key chooses, because it would choose someone else.
  const [awaited, setAwaited] = useState(false);
  const waits = outdated || options === undefined;
  const found = options ?? [];
  const current = found[Math.min(marked, found.length - 1)];
  const choose = (option: Option<string>) => {
    onType(option.label);
    onChoose(option);
    setOpen(false);
  };
  const takeFirst = useEffectEvent(() => {
    setAwaited(false);
    if (current) choose(current);
  });
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- The server's answer arrives outside of any event handler.
    if (awaited && !waits) takeFirst();
  }, [awaited, waits]);
  const move = (to: number) => {
    if (waits) return;
    setMarked(open ? Math.max(0, Math.min(to, found.length - 1)) : marked);
    setOpen(true);
  };
  const keys: Record<string, () => void> = {
    ArrowDown: () => move(marked + 1),
    ArrowUp: () => move(marked - 1),
    Enter: () => (waits ? setAwaited(true) : current && choose(current)),
    Escape: () => {
      setAwaited(false);
      setOpen(false);
    },
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys[event.key];
    // When the list is closed, Enter belongs to the form and Escape to the dialog.
    if (act === undefined || event.nativeEvent.isComposing || (!open && !event.key.startsWith('Arrow'))) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  return (
    <Stack gap={0}>
      <TextInput
        label={label}
        placeholder={placeholder}
        data-autofocus={first || undefined}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-activedescendant={open && current ? `${id}-${current.value}` : undefined}
        autoComplete="off"
        maxLength={200}
        value={typed}
        onChange={(event) => {
          onType(event.currentTarget.value);
          onChoose(null);
          setAwaited(false);
          setMarked(0);
          setOpen(true);
        }}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
      />
      <Box
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        aria-busy={waits}
        p={0}
        mah="30vh"
        mt="0.25rem"
        className={`framed scrolls ${classes.list}`}
        hidden={!open || found.length === 0}
      >
        {found.map((option, index) => (
          <ListedOption
            key={option.value}
            id={`${id}-${option.value}`}
            isMarked={option === current}
            isChosen={option.value === chosen?.value}
            onMark={() => setMarked(index)}
            onChoose={() => choose(option)}
          >
            {option.label}
          </ListedOption>
        ))}
      </Box>
      <output className={`quiet ${classes.note}`}>
        {open && found.length === 0 && !failure ? (options ? nothingFound : 'Loading …') : ''}
      </output>
      {failure && <LoadFailed what={`${label.toLowerCase()}s`} {...failure} />}
    </Stack>
  );
}
