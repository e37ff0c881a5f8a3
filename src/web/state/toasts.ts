// The toasts that are open or waiting for a place. The library draws them and knows their order and time. Their texts are the
// `done` and `failed` of each change (`forms/form-words.ts`).
import { notifications, notificationsStore, type NotificationData } from '@mantine/notifications';

export const AUTO_CLOSE_MS = 4000;

export const onToastsChange = notificationsStore.subscribe;

export function currentToasts(): NotificationData[] {
  const { notifications: open, queue } = notificationsStore.getState();
  return [...open, ...queue];
}

export const hideToast = notifications.hide;
export const hideToasts = notifications.clean;

/** Does nothing while a toast with the same id is open or waiting. Without an id, returns a new one. */
export const showToast = (toast: Omit<NotificationData, 'autoClose'>): string => {
  const id: string = notifications.show({
    ...toast,
    // The library stops the clock for the mouse only. A toast that the keyboard is in must not disappear either.
    onFocusCapture: () => notifications.update({ ...toast, id, autoClose: false }),
    onBlurCapture: () => notifications.update({ ...toast, id, autoClose: AUTO_CLOSE_MS }),
  });
  return id;
};
