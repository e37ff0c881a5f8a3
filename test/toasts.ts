// The toasts that are open or waiting for a place.
import { notificationsStore, type NotificationData } from '@mantine/notifications';

export const onToastsChange = notificationsStore.subscribe;

export function currentToasts(): NotificationData[] {
  const { notifications: open, queue } = notificationsStore.getState();
  return [...open, ...queue];
}
