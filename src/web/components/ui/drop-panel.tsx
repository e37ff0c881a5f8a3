import { Button } from '@mantine/core';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { Icon } from '#web/art/icons.tsx';
import classes from './drop-panel.module.css';

interface DropPanelProps {
  label: string;
  children: ReactNode;
}

/** A button that opens a panel below it. Escape, a click elsewhere, and leaving with Tab close it. */
export function DropPanel({ label, children }: DropPanelProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    if (!open) return undefined;
    const closeFromOutside = ({ target }: Event) => {
      if (!root.current?.contains(target as Node)) setOpen(false);
    };
    addEventListener('pointerdown', closeFromOutside);
    addEventListener('focusin', closeFromOutside);
    return () => {
      removeEventListener('pointerdown', closeFromOutside);
      removeEventListener('focusin', closeFromOutside);
    };
  }, [open]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- It only handles Escape for the controls inside.
    <div
      ref={root}
      className={classes.root}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        event.stopPropagation();
        setOpen(false);
        button.current?.focus();
      }}
    >
      <Button
        ref={button}
        variant="default"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        rightSection={<Icon name="down" size={14} />}
      >
        {label}
      </Button>
      <div id={id} role="group" aria-label={label} className={classes.panel} hidden={!open}>
        {open && children}
      </div>
    </div>
  );
}
