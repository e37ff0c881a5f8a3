// The two choices within a view, such as View Current Assignments and Add New Assignment, kept in the address.
import { Box, Button, Group } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useAdminAddress } from './address.ts';

interface SubViewsProps {
  viewing: { label: string; content: ReactNode };
  adding: { label: string; content: ReactNode };
  /** Shows the list below the form too. */
  listWhileAdding?: boolean;
}

export function SubViews({ viewing, adding, listWhileAdding = false }: SubViewsProps) {
  const { address, changeView } = useAdminAddress();
  const isAdding = address.adding === true;
  // A form that was opened stays mounted behind the other choice, with what was typed.
  const [wasOpened, setWasOpened] = useState(false);
  if (isAdding && !wasOpened) setWasOpened(true);
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isAdding) form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [isAdding]);
  return (
    <>
      <Group gap="xs" my="md" className="fill-on-phones">
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
      </Group>
      {wasOpened && (
        <Box ref={form} mb="lg" hidden={!isAdding}>
          {adding.content}
        </Box>
      )}
      {(!isAdding || listWhileAdding) && viewing.content}
    </>
  );
}
