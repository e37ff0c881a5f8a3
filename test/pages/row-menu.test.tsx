// A row's actions are behind one button.
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { RowMenu } from '#web/components/table/row-menu.tsx';
import { theme } from '#web/theme/theme.ts';

const button = () => screen.getByRole('button', { name: 'Actions for A Team' });
const item = (name: string) => screen.getByRole('menuitem', { name });
const draw = () => {
  const [edit, remove] = [vi.fn(), vi.fn()];
  render(
    <MantineProvider theme={theme} env="test">
      <RowMenu
        of="A Team"
        actions={[
          { label: 'Rename', run: edit },
          { label: 'Delete', tone: 'danger', run: remove },
        ]}
      />
    </MantineProvider>,
  );
  return { edit, remove };
};

test('an action runs once, and the focus is back on the button before it does', () => {
  const { edit, remove } = draw();
  const focused: (Element | null)[] = [];
  remove.mockImplementation(() => focused.push(document.activeElement));
  fireEvent.click(button());
  fireEvent.click(item('Delete A Team'));
  expect(focused).toEqual([button()]);
  expect(edit).not.toHaveBeenCalled();
  expect(screen.queryByRole('menu')).toBeNull();
});
