import { Loader } from '@mantine/core';
import { useEffect, useRef } from 'react';
import classes from './processing-overlay.module.css';

const swallow = (event: Event): void => {
  event.preventDefault();
  event.stopImmediatePropagation();
};

/** Covers everything while a ballot is read, and lets no key through. */
export function ProcessingOverlay() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    // Before anyone else hears of it, also the browser's own closing with Escape.
    addEventListener('keydown', swallow, { capture: true });
    return () => {
      removeEventListener('keydown', swallow, { capture: true });
      // Where one looks stays where it is: what became of the photo is said beside it.
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
