// The toasts that are open or waiting for a place. `components/toasts.tsx` draws them.
import type { ReactNode } from 'react';
import { createStore } from './store.ts';

export interface Toast {
  id: string;
  title: string;
  color: 'red' | 'green';
  message: ReactNode;
}

export const toastStore = createStore<readonly Toast[]>([]);
export const currentToasts = toastStore.get;

let count = 0;
/** For a toast that may be shown several times at once. */
export const newToastId = (): string => `toast-${(count += 1)}`;

/** Does nothing while a toast with the same id is open or waiting. */
export const showToast = (toast: Toast): void => {
  if (!currentToasts().some(({ id }) => id === toast.id)) toastStore.set([...currentToasts(), toast]);
};
export const hideToast = (id: string): void => toastStore.set(currentToasts().filter((toast) => toast.id !== id));
