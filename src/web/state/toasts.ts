// The toasts that are open or wait for a place. `components/toasts.tsx` shows them.
import type { ReactNode } from 'react';

export interface Toast {
  id: string;
  title: string;
  color: 'red' | 'green';
  message: ReactNode;
}

let toasts: readonly Toast[] = [];
let count = 0;
const listeners = new Set<() => void>();

const become = (next: readonly Toast[]): void => {
  toasts = next;
  for (const tell of listeners) tell();
};

/** A toast that is there already is not shown a second time. */
export const showToast = (toast: Toast): void => {
  if (!toasts.some(({ id }) => id === toast.id)) become([...toasts, toast]);
};
/** For a toast that may well be there twice. */
export const newToastId = (): string => `toast-${(count += 1)}`;
export const hideToast = (id: string): void => become(toasts.filter((toast) => toast.id !== id));

export const currentToasts = (): readonly Toast[] => toasts;
export const whenToastsChange = (tell: () => void): (() => void) => {
  listeners.add(tell);
  return () => listeners.delete(tell);
};
