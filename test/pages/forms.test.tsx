// Forms whose record changes while they are open, and typing while a form is saving or searching.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { ListToolbar } from '#web/components/table/list-toolbar.tsx';
import { NameField } from '#web/components/forms/name-field.tsx';
import { useAdd } from '#web/forms/use-add.ts';
import { useRecordForm } from '#web/forms/use-record-form.ts';

test('a field that was changed and changed back follows the other person’s change', () => {
  const { result, rerender } = renderHook(({ record }) => useRecordForm(record, ['isPremium']), {
    initialProps: { record: { version: 1, isPremium: false } },
  });
  act(() => result.current.set({ isPremium: true }));
  act(() => result.current.set({ isPremium: false }));
  rerender({ record: { version: 2, isPremium: true } });
  expect(result.current).toMatchObject({ dirty: false, changed: {}, values: { version: 2, isPremium: true } });
});

test('text typed while an entry is being saved belongs to the next entry', async () => {
  let answer = (): void => {};
  const sent: string[] = [];
  const queryClient = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(
    () =>
      useAdd({
        what: 'Team',
        empty: { name: '', city: '' },
        add: ({ name }) => {
          sent.push(name);
          return new Promise<void>((resolve) => (answer = resolve));
        },
        afterwards: { name: '', city: '' },
      }),
    { wrapper },
  );
  /** Until this many were sent. */
  const wereSent = (count: number) => waitFor(() => expect(sent).toHaveLength(count));
  // What is on its way may come back, so the form counts as unsaved until the answer.
  const isAnswered = () => waitFor(() => expect(result.current.dirty).toBe(false));
  act(() => result.current.set({ name: 'Northfield A', city: 'Northfield' }));
  act(() => result.current.save());
  await wereSent(1);
  act(() => result.current.set({ name: 'Northfield B' }));
  act(() => answer());
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(result.current.values).toMatchObject({ name: 'Northfield B', city: '' });
  // Pressing Enter twice adds it once. An entry sent meanwhile is added too.
  act(() => result.current.set({ city: 'Northfield' }));
  act(() => result.current.save());
  await wereSent(2);
  act(() => result.current.save());
  act(() => answer());
  await isAnswered();
  act(() => result.current.set({ name: 'Northfield C', city: 'Northfield' }));
  act(() => result.current.save());
  await wereSent(3);
  act(() => result.current.set({ name: 'Northfield D', city: 'Northfields' }));
  act(() => result.current.save());
  act(() => answer());
  await waitFor(() => expect(sent).toEqual(['A', 'B', 'C', 'D'].map((letter) => `Northfield ${letter}`)));
});

test('two presses on Add before the first one is drawn add one record', async () => {
  const sent: string[] = [];
  const queryClient = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  const add = ({ name }: { name: string }) => Promise.resolve(void sent.push(name));
  const { result } = renderHook(() => useAdd({ what: 'School', empty: { name: '' }, add }), { wrapper });
  act(() => result.current.set({ name: 'Northfield' }));
  act(() => {
    result.current.save();
    result.current.save();
  });
  await waitFor(() => expect([sent.length > 0, queryClient.isMutating()]).toEqual([true, 0]));
  expect(sent).toEqual(['Northfield']);
});

test('text typed during a search stays, and a change of the address replaces it', async () => {
  // jsdom does not know the element `search`.
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
  const searches: string[] = [];
  const toolbar = (search: string) => (
    <MantineProvider>
      <ListToolbar
        search={search}
        onSearch={(text) => searches.push(text)}
        columns={[]}
        column={null}
        onColumn={() => {}}
        onReset={() => {}}
        count=""
        what="School"
      />
    </MantineProvider>
  );
  const { rerender } = render(toolbar(''));
  const box = screen.getByRole('textbox');
  const shown = () => (box as HTMLInputElement).value;
  fireEvent.change(box, { target: { value: 'ab' } });
  await waitFor(() => expect(searches).toEqual(['ab']));
  fireEvent.change(box, { target: { value: 'abc' } });
  rerender(toolbar('ab'));
  expect(shown()).toBe('abc');
  await waitFor(() => expect(searches).toEqual(['ab', 'abc']));
  rerender(toolbar('abc'));
  rerender(toolbar(''));
  expect(shown()).toBe('');
  rerender(toolbar('abc'));
  expect(shown()).toBe('abc');
  expect(errors.mock.calls.filter(([text]) => !String(text).includes('unrecognized in this browser'))).toEqual([]);
});

test.each([
  ['nothing', '', true],
  ['only spaces', '   ', true],
  ['a name', 'Northfield', false],
])('a name field that holds %s', (_, value, isRefused) => {
  render(
    <MantineProvider>
      <NameField label="Name" value={value} onChange={() => {}} />
    </MantineProvider>,
  );
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
  expect(field.required).toBe(true);
  expect(field.checkValidity()).toBe(!isRefused);
  if (isRefused) expect(field.validationMessage).not.toBe('');
});
