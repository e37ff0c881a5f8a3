// A row's actions behind one button, so that a list shows its names and not its buttons.
import { useLayoutEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type Ref } from 'react';
import { Icon } from '#web/art/icons.tsx';
import classes from './row-menu.module.css';

interface RowAction {
  /** "Edit" */
  label: string;
  tone?: 'danger';
  run: () => void;
}

interface RowMenuProps {
  /** What the row is about: "Ada Abbott". */
  of: string;
  actions: readonly RowAction[];
  buttonRef?: Ref<HTMLButtonElement>;
}

const STEPS: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
};

/** A pressed mouse button would take the focus, and the menu would close before the click. */
const keepFocusHere = (event: { preventDefault: () => void }): void => event.preventDefault();

export function RowMenu({ of, actions, buttonRef }: RowMenuProps) {
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLSpanElement>(null);
  const items = () => [...(frame.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  const close = () => {
    setOpen(false);
    frame.current?.querySelector('button')?.focus();
  };
  useLayoutEffect(() => {
    if (open) frame.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
  }, [open]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (!open) {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      setOpen(true);
    } else if (event.key === 'Escape') {
      // An open dialog around the row stays.
      event.preventDefault();
      close();
    } else if (step !== undefined) {
      event.preventDefault();
      const all = items();
      all[step(all.indexOf(document.activeElement as HTMLElement), all.length)]?.focus();
    }
  };
  const onBlur = ({ relatedTarget }: FocusEvent): void => {
    if (!frame.current?.contains(relatedTarget)) setOpen(false);
  };
  return (
    <span ref={frame} className={classes.frame}>
      <button
        ref={buttonRef}
        type="button"
        className={classes.button}
        aria-label={`Actions for ${of}`}
        aria-haspopup="menu"
        aria-expanded={open}
        onMouseDown={open ? keepFocusHere : undefined}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        onClick={() => (open ? close() : setOpen(true))}
      >
        <Icon name="more" />
      </button>
      {open && (
        <span
          role="menu"
          aria-label={`Actions for ${of}`}
          tabIndex={-1}
          className={classes.menu}
          onMouseDown={keepFocusHere}
          onKeyDown={onKeyDown}
          onBlur={onBlur}
        >
          {actions.map(({ label, tone, run }) => (
            <button
              key={label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={classes.item}
              data-tone={tone}
              aria-label={`${label} ${of}`}
              onClick={() => {
                close();
                run();
              }}
            >
              {label}
            </button>
          ))}
        </span>
      )}
    </span>
  );
}
