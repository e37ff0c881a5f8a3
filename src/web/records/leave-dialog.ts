// Closes a dialog that the address names. If the page behind it opened it, going back closes it, and forward opens it again.
import type { AnyRouter } from '@tanstack/react-router';

let leftFrom: object | undefined;

/** Whether the step back that closes a dialog is still under way. */
export const isLeaving = ({ history }: AnyRouter): boolean => leftFrom === history.location;

/** @param replace goes to the address without the dialog, for one that was opened by its own address */
export function leaveDialog(router: AnyRouter, replace: () => void): void {
  if (!router.state.location.state.openedFromList) replace();
  else if (!isLeaving(router)) {
    // Going back takes a moment. A second Escape meanwhile must not go back twice.
    leftFrom = router.history.location;
    router.history.back({ ignoreBlocker: true });
  }
}
