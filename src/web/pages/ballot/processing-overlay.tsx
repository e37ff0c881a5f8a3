import { Button, Loader } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import classes from './processing-overlay.module.css';

const swallow = (event: Event): void => {
  event.preventDefault();
  event.stopImmediatePropagation();
};

/** A reading usually takes less. The server gives up after three minutes. */
const SLOW_MS = 10_000;

/**
 * Covers the page and blocks the keyboard while a ballot is read. When that takes long, it offers to cancel: from then on the keyboard
 * works within the dialog.
 */
export function ProcessingOverlay({ onCancel }: { onCancel: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      // After a failure the focus returns to where it was, without scrolling.
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  // Captures keys before any other listener, and before the browser closes the dialog on Escape.
  useWindowEvent('keydown', (event) => isSlow || swallow(event), { capture: true });
  return (
    <dialog
      ref={dialog}
      className={classes.overlay}
      aria-label="Processing ballot"
      onCancel={(event) => {
        event.preventDefault();
        if (isSlow) onCancel();
      }}
    >
      <Loader size="lg" />
      <output>{isSlow ? 'Still reading the ballot …' : 'Reading the ballot …'}</output>
      {isSlow && (
        <Button variant="default" autoFocus onClick={onCancel}>
          Cancel
        </Button>
      )}
    </dialog>
  );
}
