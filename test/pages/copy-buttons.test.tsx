// Copy buttons, and other single buttons.
import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { CopyButton } from '#web/components/ui/copy-button.tsx';
import { CopyId } from '#web/components/ui/copy-id.tsx';
import { addPerson } from '../people.ts';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests();

test('a copy button says whether the copy worked', async () => {
  await open('/settings', await addPerson(server().database));
  const copy = await screen.findByRole('button', { name: 'Copy user ID', hidden: true });
  // jsdom has no clipboard, like a browser without HTTPS.
  fireEvent.click(copy);
  await waitFor(() => expect(copy.textContent).toBe('Not copied'));
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { clipboard: { writeText: async () => {} } }));
  fireEvent.click(copy);
  await waitFor(() => expect(copy.textContent).toBe('Copied'));
  vi.unstubAllGlobals();
  await waitFor(() => expect(copy.textContent).toBe('Copy'));
});

test('that a copy worked is said for a second', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { clipboard: { writeText: async () => {} } }));
  render(
    <MantineProvider>
      <CopyButton value="5f3c1d1e" />
    </MantineProvider>,
  );
  const copy = screen.getByRole('button');
  // oxlint-disable-next-line typescript/require-await -- What the click starts is awaited with it.
  await act(async () => void fireEvent.click(copy));
  act(() => void vi.advanceTimersByTime(990));
  expect(copy.textContent).toBe('Copied');
  act(() => void vi.advanceTimersByTime(20));
  expect(copy.textContent).toBe('Copy');
});

test('an ID in a list says if it could not be copied', async () => {
  render(
    <MantineProvider>
      <CopyId id="5f3c1d1e-0000-4000-8000-000000000000" of="Home School" />
    </MantineProvider>,
  );
  const id = screen.getByRole('button', { name: '5f3c1d1e, copy ID of Home School' });
  fireEvent.click(id);
  await waitFor(() => expect(id.textContent).toBe('Not copied'));
});

test('switching the theme adds no style element, which the content security policy would refuse', async () => {
  await open('/settings', await addPerson(server().database));
  const styles = () => document.querySelectorAll('style').length;
  const before = styles();
  fireEvent.click(await screen.findByRole('switch', { name: 'Dark theme' }));
  expect(styles()).toBe(before);
  expect(document.documentElement.dataset['mantineColorScheme']).toBe('dark');
});

test('Go Back on an error page leads home in a tab that has no history', async () => {
  await open('/404', await addPerson(server().database));
  const length = vi.spyOn(history, 'length', 'get').mockReturnValue(1);
  fireEvent.click(await screen.findByRole('button', { name: 'Go Back' }));
  await screen.findByRole('heading', { level: 1, name: 'User Dashboard' });
  length.mockRestore();
});
