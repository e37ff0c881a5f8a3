// Records all toasts of a visit. On a busy machine, some disappear before the test looks.
import type { ReactNode } from 'react';
import { hideToast } from '#web/state/toasts.ts';
import { currentToasts, onToastsChange } from '../toasts.ts';

const told = new Map<string, ReactNode>();
type WithUndo = { props: { message: string; onUndo: () => void } };

/** Returns the function that stops it. */
export function listenToToasts(): () => void {
  told.clear();
  return onToastsChange(() => currentToasts().forEach(({ id, message }) => told.set(id!, message)));
}
export function forgetToasts(): void {
  for (const { id } of currentToasts()) hideToast(id!);
  told.clear();
}
export const toastTexts = (): string[] =>
  [...told.values()].map((message) => (typeof message === 'string' ? message : (message as WithUndo).props.message));
/** What the Undo of the first one does. */
export const undoOfToast = (): (() => void) => ([...told.values()][0] as WithUndo).props.onUndo;
