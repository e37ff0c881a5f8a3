// A row's actions behind one button, so that a list shows its names and not its buttons.
import { Button, Menu } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { useRef, type Ref } from 'react';
import { Icon } from '#web/art/icons.tsx';

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

export function RowMenu({ of, actions, buttonRef = null }: RowMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    // The library's placeholder for the first focus isn't allowed in a menu. Without it, the first action gets the focus.
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          ref={useMergedRef(button, buttonRef)}
          variant="subtle"
          color="gray"
          px="sm"
          ml="auto"
          aria-label={`Actions for ${of}`}
        >
          <Icon name="more" />
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={`Actions for ${of}`}>
        {actions.map(({ label, tone, run }) => (
          <Menu.Item
            key={label}
            aria-label={`${label} ${of}`}
            {...(tone === 'danger' && { color: 'var(--mantine-color-error)' })}
            onClick={() => {
              // A dialog that opens now gives the focus back to the button.
              button.current?.focus();
              run();
            }}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
