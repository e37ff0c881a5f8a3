// Dialogs: double clicks on Close, the focus afterwards, and what describes them.
import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { startTransition, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { ConfirmDialog } from '#web/components/dialogs/confirm-dialog.tsx';
import { Modal } from '#web/components/dialogs/modal.tsx';
import { theme } from '#web/theme/theme.ts';

afterEach(() => void vi.useRealTimers());

function Page({ onPress }: { onPress: () => void }) {
  const [open, setOpen] = useState(true);
  // Like a step of the router, which React may draw in several parts.
  const close = () => startTransition(() => setOpen(false));
  return (
    <MantineProvider theme={theme} env="test">
      <button onClick={onPress}>Under the dialog</button>
      {open && (
        <Modal title="Dialog" onClose={close}>
          Text
        </Modal>
      )}
    </MantineProvider>
  );
}

/** The page under a dialog that a click has closed: how to click it, and how often its button was pressed. */
function pageUnderDialog() {
  const onPress = vi.fn<() => void>();
  render(<Page onPress={onPress} />);
  const on = (name: string) => {
    const button = screen.getByRole('button', { name });
    return (detail: number) =>
      void button.dispatchEvent(new MouseEvent('click', { detail, bubbles: true, cancelable: true }));
  };
  return { clickClose: on('Close'), click: on('Under the dialog'), onPress };
}

test('the second click of a double click on Close presses nothing under the dialog, however late it comes', () => {
  vi.useFakeTimers();
  const { clickClose, click, onPress } = pageUnderDialog();
  act(() => clickClose(1));
  vi.advanceTimersByTime(5000);
  click(2);
  click(3);
  expect(onPress).not.toHaveBeenCalled();
  click(1);
  click(2);
  expect(onPress).toHaveBeenCalledTimes(2);
});

test('the second click of a double click on Close presses nothing at the moment when the dialog disappears', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  const { clickClose, click, onPress } = pageUnderDialog();
  const gone = new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      if (screen.queryByRole('dialog') !== null) return;
      observer.disconnect();
      click(2);
      resolve();
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
  clickClose(1);
  await gone;
  expect(onPress).not.toHaveBeenCalled();
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

test('a dialog opened while writing in a text area returns the focus to it', () => {
  render(<textarea aria-label="Notes" />);
  const notes = screen.getByRole('textbox', { name: 'Notes' });
  notes.focus();
  render(<Page onPress={() => {}} />);
  notes.blur();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(document.activeElement).toBe(notes);
});

test('a dialog is described by its question, not by its whole content', () => {
  const nothing = (): void => {};
  const description = () => {
    const id = screen.getByRole('dialog').getAttribute('aria-describedby');
    return id === null ? null : document.querySelector(`[id="${id}"]`)?.textContent;
  };
  const { unmount } = render(<Page onPress={nothing} />);
  expect(description()).toBeNull();
  unmount();
  render(
    <MantineProvider theme={theme} env="test">
      <ConfirmDialog title="Revoke" confirmLabel="Revoke" onConfirm={nothing} onCancel={nothing}>
        The link stops working.
      </ConfirmDialog>
    </MantineProvider>,
  );
  expect(description()).toBe('The link stops working.');
});
