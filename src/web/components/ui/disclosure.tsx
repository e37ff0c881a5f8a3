import { Group } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Icon } from '#web/art/icons.tsx';
import classes from './disclosure.module.css';

interface DisclosureProps {
  summary: ReactNode;
  /** Open from the start. Afterwards the person decides. */
  isOpen?: boolean;
  /** Prints the summary also while it is closed, because it says something by itself. */
  printsClosed?: boolean;
  /** A function for content that loads when it is first shown. */
  children: ReactNode | (() => ReactNode);
}

/** Hides what few people need behind a summary. The browser's own element works by keyboard and in page search. */
export function Disclosure({ summary, isOpen = false, printsClosed = false, children }: DisclosureProps) {
  const [wasOpened, setWasOpened] = useState(isOpen);
  return (
    <details
      // Closing is the browser’s: this stays true.
      open={wasOpened}
      data-prints-closed={printsClosed || undefined}
      className={classes.disclosure}
      onToggle={({ currentTarget }) => currentTarget.open && setWasOpened(true)}
    >
      <summary className={classes.summary}>
        <Icon name="down" size={18} />
        {summary}
      </summary>
      <Group gap="sm" pb="xs" pl="1.625rem" className="breaks">
        {typeof children === 'function' ? wasOpened && children() : children}
      </Group>
    </details>
  );
}
