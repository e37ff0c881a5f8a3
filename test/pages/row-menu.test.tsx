// A row's actions are behind one button, which works by mouse and by keyboard.
import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { RowMenu } from '#web/components/table/row-menu.tsx';

const button = () => screen.getByRole('button', { name: 'Actions for A Team' });
const item = (name: string) => screen.getByRole('menuitem', { name });
const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key });
const draw = () => {
  const [edit, remove] = [vi.fn(), vi.fn()];
  render(
    <>
      <RowMenu
        of="A Team"
        actions={[
          { label: 'Rename', run: edit },
          { label: 'Delete', tone: 'danger', run: remove },
        ]}
      />
      <button type="button">Elsewhere</button>
    </>,
  );
  return { edit, remove };
};

test('the arrow keys open the menu and go round in it, and Escape returns to its button', () => {
  draw();
  button().focus();
  press('ArrowDown');
  expect(document.activeElement).toBe(item('Rename A Team'));
  press('ArrowUp');
  expect(document.activeElement).toBe(item('Delete A Team'));
  press('ArrowDown');
  expect(document.activeElement).toBe(item('Rename A Team'));
  press('End');
  expect(document.activeElement).toBe(item('Delete A Team'));
  press('Escape');
  expect(document.activeElement).toBe(button());
  expect(screen.queryByRole('menu')).toBeNull();
});

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

test('the menu closes when the focus goes elsewhere, and when its button is pressed again', () => {
  draw();
  fireEvent.click(button());
  act(() => screen.getByRole('button', { name: 'Elsewhere' }).focus());
  expect(screen.queryByRole('menu')).toBeNull();
  fireEvent.click(button());
  fireEvent.click(button());
  expect(screen.queryByRole('menu')).toBeNull();
});
