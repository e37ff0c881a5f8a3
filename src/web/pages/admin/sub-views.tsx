// The two choices within a view, such as View Current Assignments and Add New Assignment, kept in the address.
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useAdminAddress } from './address.ts';
import classes from './admin.module.css';

interface SubViewsProps {
  viewing: { label: string; content: ReactNode };
  adding: { label: string; content: ReactNode };
}

export function SubViews({ viewing, adding }: SubViewsProps) {
  const { address, changeView } = useAdminAddress();
  const isAdding = address.adding === true;
  // A form that was begun stays behind the other choice.
  const [begun, setBegun] = useState(false);
  if (isAdding && !begun) setBegun(true);
  return (
    <>
      <div className={classes.views}>
        <Button
          variant={isAdding ? 'default' : 'light'}
          aria-pressed={!isAdding}
          onClick={() => changeView({ adding: false })}
        >
          {viewing.label}
        </Button>
        <Button
          variant={isAdding ? 'light' : 'default'}
          aria-pressed={isAdding}
          onClick={() => changeView({ adding: true })}
        >
          {adding.label}
        </Button>
      </div>
      {begun && <div hidden={!isAdding}>{adding.content}</div>}
      {!isAdding && viewing.content}
    </>
  );
}
