// A list of up to 2,000 records draws its first rows, and more when they are asked for.
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FigureTable } from '#web/components/table/figure-table.tsx';
import { ListSection } from '#web/components/table/list-section.tsx';
import { theme } from '#web/theme/theme.ts';

const draw = (count: number) =>
  render(
    <MantineProvider theme={theme} env="test">
      <ListSection
        title="Students"
        empty="No students found"
        rows={Array.from({ length: count }, (_, id) => ({ id }))}
        row={({ id }) => <a href={`/${id}`}>Student {id}</a>}
      />
    </MantineProvider>,
  );
const rows = () => screen.getAllByRole('listitem').length;

test('a long list shows two hundred rows, and the keyboard goes on at the first of the next ones', () => {
  draw(430);
  expect(rows()).toBe(200);
  expect(screen.getByRole('region', { name: 'Students' }).textContent).toContain('430');
  fireEvent.click(screen.getByRole('button', { name: 'Show 200 more' }));
  expect(rows()).toBe(400);
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Student 200' }));
  fireEvent.click(screen.getByRole('button', { name: 'Show 30 more' }));
  expect(rows()).toBe(430);
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Student 400' }));
  expect(screen.queryByRole('button')).toBeNull();
});

test('a list of two hundred rows shows them all', () => {
  draw(200);
  expect(rows()).toBe(200);
  expect(screen.queryByRole('button')).toBeNull();
});

test('paper shows the whole list', () => {
  draw(430);
  fireEvent(window, new Event('beforeprint'));
  expect(rows()).toBe(430);
  fireEvent(window, new Event('afterprint'));
  expect(rows()).toBe(200);
});

test('a long table of figures shows a hundred rows and the others when they are asked for; paper has all', () => {
  const rounds = Array.from({ length: 130 }, (_, index) => String(index));
  const columns = [{ label: 'Round', cell: (round: string) => `Round ${round}` }];
  render(<FigureTable label="Rounds" rows={rounds} rowKey={(round) => round} columns={columns} />);
  const [, ...drawn] = screen.getAllByRole('row', { hidden: true });
  const onScreen = () => drawn.filter(({ className }) => className !== 'paper-only').length;
  expect([drawn.length, onScreen()]).toEqual([130, 100]);
  fireEvent.click(screen.getByRole('button', { name: 'Show 30 more' }));
  expect(onScreen()).toBe(130);
  expect(screen.queryByRole('button')).toBeNull();
});

test('paper says that a list is still loading', () => {
  render(
    <MantineProvider theme={theme} env="test">
      <ListSection title="Students" empty="No students found" rows={undefined} row={() => null} />
    </MantineProvider>,
  );
  expect(screen.getByText('Still loading').className).toContain('paper-only');
});
