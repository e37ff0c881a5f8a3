// The two choices within a view, such as View Current Assignments and Add New Assignment, kept in the address.
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAdminAddress } from '#web/admin-address.ts';
import classes from './admin.module.css';

interface SubViewsProps {
  viewing: { label: string; content: ReactNode };
  adding: { label: string; content: ReactNode };
}

export function SubViews({ viewing, adding }: SubViewsProps) {
  const { address, changeView } = useAdminAddress();
  const isAdding = address.adding === true;
  const view = address.view === undefined ? {} : { view: address.view };
  return (
    <>
      <div className={classes.views}>
        <Button variant={isAdding ? 'default' : 'light'} aria-pressed={!isAdding} onClick={() => changeView(view)}>
          {viewing.label}
        </Button>
        <Button
          variant={isAdding ? 'light' : 'default'}
          aria-pressed={isAdding}
          onClick={() => changeView({ ...view, adding: true })}
        >
          {adding.label}
        </Button>
      </div>
      {isAdding ? adding.content : viewing.content}
    </>
  );
}
