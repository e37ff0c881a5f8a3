// The toasts. The library draws them, and knows which are open or wait for a place. Their texts are the
// `done` and `failed` of each change (`forms/form-words.ts`).
import { notifications, type NotificationData } from '@mantine/notifications';

export const AUTO_CLOSE_MS = 4000;

export const hideToast = notifications.hide;
export const hideToasts = notifications.clean;
const update = (change: Partial<NotificationData>) => notifications.update(change as NotificationData);
/** Leaves a toast open until it is hidden, wherever the focus goes. */
export const holdToast = (id: string): unknown => update({ id, autoClose: false, onBlurCapture: undefined });

/** Does nothing while a toast with the same id is open or waiting. Without an id, returns a new one. */
export const showToast = (toast: Omit<NotificationData, 'autoClose'>): string => {
  const id: string = notifications.show({
    ...toast,
    // The library stops the clock for the mouse only. A toast that the keyboard is in must not disappear either.
    onFocusCapture: () => update({ id, autoClose: false }),
    onBlurCapture: () => update({ id, autoClose: AUTO_CLOSE_MS }),
  });
  return id;
};
