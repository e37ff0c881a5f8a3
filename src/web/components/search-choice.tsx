// One of very many: what is typed is searched for on the server, and one of what was found is chosen. The list stands below
// the field, in the page: nothing floats, so nothing is cut off on a phone.
import { TextInput } from '@mantine/core';
import { useId, useState, type KeyboardEvent } from 'react';
import type { Option } from './choice.tsx';
import classes from './search-choice.module.css';

// Within the list alone: the page stays where it is.
const intoView = (option: HTMLElement | null): void => option?.scrollIntoView({ block: 'nearest' });

interface SearchChoiceProps {
  label: string;
  placeholder: string;
  /** What was found for the text; `undefined` while it loads. */
  options: readonly Option<string>[] | undefined;
  chosen: Option<string> | null;
  onChoose: (option: Option<string> | null) => void;
  typed: string;
  onType: (text: string) => void;
  nothingFound: string;
}

export function SearchChoice({ label, placeholder, options, chosen, onChoose, typed, ...props }: SearchChoiceProps) {
  const { onType, nothingFound } = props;
  const id = useId();
  const [open, setOpen] = useState(true);
  const [marked, setMarked] = useState(0);
  const found = options ?? [];
  const current = found[Math.min(marked, found.length - 1)];
  const choose = (option: Option<string>) => {
    onType(option.label);
    onChoose(option);
    setOpen(false);
  };
  const move = (to: number) => {
    setMarked(open ? Math.max(0, Math.min(to, found.length - 1)) : marked);
    setOpen(true);
  };
  const keys: Record<string, () => void> = {
    ArrowDown: () => move(marked + 1),
    ArrowUp: () => move(marked - 1),
    Enter: () => current && choose(current),
    Escape: () => setOpen(false),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys[event.key];
    // A closed list leaves Enter to the form and Escape to the dialog.
    if (act === undefined || (!open && !event.key.startsWith('Arrow'))) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  return (
    <div className={classes.choice}>
      <TextInput
        label={label}
        placeholder={placeholder}
        data-autofocus
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
          setMarked(0);
          setOpen(true);
        }}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} role="listbox" aria-label={label} className={classes.list} hidden={!open}>
        {found.map((option, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- The field has the keys; the options never have the focus.
          <div
            key={option.value}
            ref={option === current ? intoView : null}
            id={`${id}-${option.value}`}
            role="option"
            aria-selected={option === current}
            tabIndex={-1}
            className={classes.option}
            data-chosen={option.value === chosen?.value || undefined}
            onPointerMove={() => setMarked(index)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(option)}
          >
            {option.label}
          </div>
        ))}
      </div>
      <output className={classes.note}>
        {open && found.length === 0 ? (options ? nothingFound : 'Loading …') : ''}
      </output>
    </div>
  );
}
