import { Loader } from '@mantine/core';
import { useEffect, useRef } from 'react';
import classes from './processing-overlay.module.css';

const swallow = (event: Event): void => {
  event.preventDefault();
  event.stopImmediatePropagation();
};

/** Covers the page and blocks the keyboard while a ballot is read. */
export function ProcessingOverlay() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    // Captures keys before any other listener, and before the browser closes the dialog on Escape.
    addEventListener('keydown', swallow, { capture: true });
    return () => {
      removeEventListener('keydown', swallow, { capture: true });
      // After a failure the focus returns to where it was, without scrolling.
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classes.overlay}
      aria-label="Processing ballot"
      onCancel={(event) => event.preventDefault()}
    >
      <Loader size="lg" />
      <output>Reading the ballot …</output>
    </dialog>
  );
}
