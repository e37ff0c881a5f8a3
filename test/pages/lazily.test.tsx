// A part of the page that can't be downloaded says so, can be tried again, and leaves the rest of the page alone.
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { lazily } from '#web/components/feedback/lazily.tsx';
import { DialogNotLoaded, PartNotLoaded } from '#web/components/feedback/not-loaded.tsx';
import { theme } from '#web/theme/theme.ts';

/** A download that fails once. */
function failingOnce() {
  let tries = 0;
  return () => {
    tries += 1;
    if (tries === 1) return Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
    return Promise.resolve({ default: (_props: { onClose?: () => void }) => <p>Here it is</p> });
  };
}

test.each([
  ['part of the page', PartNotLoaded],
  ['dialog', DialogNotLoaded],
])('a %s that can’t be downloaded is tried again, and what was typed around it stays', async (_, Failed) => {
  const onError = vi.spyOn(console, 'error').mockImplementation(() => {});
  const Part = lazily(failingOnce(), Failed);
  render(
    <MantineProvider theme={theme} env="test">
      <input aria-label="Name" />
      <Part onClose={() => {}} />
    </MantineProvider>,
  );
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Typed' } });
  const again = await screen.findByRole('button', { name: /^Try again/ });
  screen.getByText(/If Courtside has just been updated, reload the page\./);
  fireEvent.click(again);
  await screen.findByText('Here it is');
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Typed');
  // React reports every error that a boundary has caught.
  expect(onError.mock.calls.flat().join(' ')).toContain('could not be downloaded');
});

test('a dialog that can’t be downloaded can be closed', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const onClose = vi.fn<() => void>();
  const Dialog = lazily(failingOnce(), DialogNotLoaded);
  render(
    <MantineProvider theme={theme} env="test">
      <Dialog onClose={onClose} />
    </MantineProvider>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});
