// One of very many: what is typed is searched for on the server, and one of what was found is chosen. The list stands below
// the field, in the page: nothing floats, so nothing is cut off on a phone.
import { TextInput } from '@mantine/core';
import { useEffect, useEffectEvent, useId, useState, type KeyboardEvent } from 'react';
import type { Option } from './choice.tsx';
import classes from './search-choice.module.css';

// Within the list alone: the page stays where it is.
const intoView = (option: HTMLElement | null): void => option?.scrollIntoView({ block: 'nearest' });

interface SearchChoiceProps {
  label: string;
  placeholder: string;
  /** What was found for the text; `undefined` while it loads. */
  options: readonly Option<string>[] | undefined;
  /** The options are still those of an earlier text. */
  outdated: boolean;
  chosen: Option<string> | null;
  onChoose: (option: Option<string> | null) => void;
  typed: string;
  onType: (text: string) => void;
  nothingFound: string;
}

export function SearchChoice({ label, placeholder, options, outdated, chosen, ...props }: SearchChoiceProps) {
  const { onChoose, typed, onType, nothingFound } = props;
  const id = useId();
  const [open, setOpen] = useState(true);
  const [marked, setMarked] = useState(0);
  // Enter, pressed before what was found for the text has come. Until then no key chooses: it would be somebody else.
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
    // oxlint-disable-next-line react/set-state-in-effect -- What was waited for comes from outside, and the form is told of it.
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
          setAwaited(false);
          setMarked(0);
          setOpen(true);
        }}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        aria-busy={waits}
        className={classes.list}
        hidden={!open}
      >
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
