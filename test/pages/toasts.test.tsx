// Toasts: five at a time, four seconds each, paused while a person reads them.
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { ORPCError } from '@orpc/client';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient, showError, showSuccess } from '#web/server/query-client.ts';
import { AUTO_CLOSE_MS, hideToast } from '#web/state/toasts.ts';
import { currentToasts } from '../toasts.ts';
import { theme } from '#web/theme/theme.ts';

beforeEach(() => {
  vi.useFakeTimers();
  render(
    <MantineProvider theme={theme} env="test">
      <Notifications autoClose={AUTO_CLOSE_MS} transitionDuration={0} />
    </MantineProvider>,
  );
});
afterEach(() => {
  act(() => currentToasts().forEach(({ id }) => hideToast(id!)));
  vi.useRealTimers();
});

const visible = () => {
  // A closed toast leaves the page with the next timer.
  act(() => void vi.advanceTimersByTime(0));
  return screen.queryAllByRole('alert').map(({ textContent }) => textContent);
};
const show = (...messages: string[]) => act(() => messages.forEach((message) => showError(message)));
const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));
const enter = () => fireEvent.mouseEnter(screen.getAllByRole('alert')[0]!);

test('five toasts are visible and the rest follow in order', () => {
  show('1', '2', '3', '4', '5', '6', '7');
  expect(visible()).toEqual(['Error1', 'Error2', 'Error3', 'Error4', 'Error5']);
  pass(4000);
  expect(visible()).toEqual(['Error6', 'Error7']);
});

test('a toast closes after four seconds and not before', () => {
  show('Failed');
  pass(3999);
  expect(visible()).toEqual(['ErrorFailed']);
  pass(1);
  expect(visible()).toEqual([]);
});

test('a toast stays while the mouse is over it, and then gets its full time', () => {
  show('Failed');
  pass(3000);
  enter();
  pass(60_000);
  expect(visible()).toEqual(['ErrorFailed']);
  fireEvent.mouseLeave(screen.getAllByRole('alert')[0]!);
  pass(3999);
  expect(visible()).toEqual(['ErrorFailed']);
  pass(1);
  expect(visible()).toEqual([]);
});

test('a toast that was closed with the mouse does not pause the next one', () => {
  show('First');
  enter();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(visible()).toEqual([]);
  show('Second');
  pass(4000);
  expect(visible()).toEqual([]);
});

test('a toast stays while it has the focus', () => {
  act(() => showSuccess('Team updated successfully', () => {}));
  act(() => screen.getByRole('button', { name: 'Undo' }).focus());
  pass(8000);
  expect(visible()).toEqual(['SuccessTeam updated successfullyUndo']);
  act(() => (document.activeElement as HTMLElement).blur());
  pass(4000);
  expect(visible()).toEqual([]);
});

test('the same error is shown once, the same success each time', () => {
  show('Failed', 'Failed', 'Failed');
  act(() => ['Saved', 'Saved'].forEach((message) => showSuccess(message)));
  expect(visible()).toEqual(['ErrorFailed', 'SuccessSaved', 'SuccessSaved']);
  pass(4000);
  show('Failed');
  expect(visible()).toEqual(['ErrorFailed']);
});

test('an error is red and a success is green', () => {
  show('Failed');
  act(() => showSuccess('Saved'));
  expect(currentToasts().map(({ color }) => color)).toEqual(['red', 'green']);
});

test('Undo runs once and closes its toast', () => {
  const undo = vi.fn();
  act(() => showSuccess('Saved', undo));
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(undo).toHaveBeenCalledTimes(1);
  expect(visible()).toEqual([]);
});

/** A change under way, and its answer. */
function sendChange(): (failure?: Error) => Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const change = queryClient.getMutationCache().build(queryClient, { mutationFn: () => promise });
  const answered = change.execute(undefined).catch(() => {});
  return (failure) => act(() => (failure ? reject(failure) : resolve(), answered));
}

test('Undo that sends nothing closes its toast, although a change is under way', async () => {
  const answer = sendChange();
  act(() => showSuccess('The form was cleared.', () => {}));
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(visible()).toEqual([]);
  await answer();
});

test('a toast stays until its undo is answered, wherever the focus goes', async () => {
  let answer: ReturnType<typeof sendChange> = () => Promise.resolve();
  act(() => showSuccess('Saved', () => (answer = sendChange())));
  const undo = screen.getByRole('button', { name: 'Undo' });
  act(() => undo.focus());
  fireEvent.click(undo);
  act(() => undo.blur());
  pass(8000);
  expect(visible()).toEqual(['SuccessSavedUndoing…']);
  await answer();
  expect(visible()).toEqual([]);
});

test('a toast offers an undo that was lost again, as long as it takes, until it is answered', async () => {
  let answer: ReturnType<typeof sendChange> = () => Promise.resolve();
  act(() => showSuccess('Saved', () => (answer = sendChange())));
  for (const failure of [new TypeError('Failed to fetch'), new ORPCError('OVERLOADED', { status: 503 })]) {
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(visible()).toEqual(['SuccessSavedUndoing…']);
    // oxlint-disable-next-line no-await-in-loop -- One try after the other.
    await answer(failure);
    pass(60_000);
    expect(visible()).toEqual(['SuccessSavedUndo']);
  }
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await answer(new ORPCError('CHANGED_MEANWHILE', { status: 409 }));
  expect(visible()).toEqual([]);
});

test('closing one toast leaves the others', () => {
  show('1', '2', '3');
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' })[1]!);
  expect(visible()).toEqual(['Error1', 'Error3']);
});
