// A dialog over the page. It is drawn while it is rendered, and restores the focus when it closes.
import { CloseButton } from '@mantine/core';
import { useFocusTrap } from '@mantine/hooks';
import { useEffectEvent, useId, useLayoutEffect, type CSSProperties, type ReactNode, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { useFocusBack } from './use-focus-back.ts';
import classes from './modal.module.css';

interface ModalProps {
  title: ReactNode;
  /** Without it, the dialog cannot be closed from its frame. */
  onClose?: () => void;
  closeLabel?: string;
  size?: string;
  className?: string | undefined;
  /** The id of the sentences that a screen reader speaks when the dialog opens. Never a whole form or list. */
  describedBy?: string;
  /** True when the element that opened the dialog is about to disappear. */
  openerIsGoing?: RefObject<boolean>;
  children: ReactNode;
}

/** The open dialogs by their ids, the topmost last. */
const openDialogs: string[] = [];

/**
 * Escape closes the topmost dialog, unless an element inside has used the key. A dialog that the same key has just opened, such
 * as the question about unsaved changes, stays.
 */
function useEscape(id: string, onEscape: () => void): void {
  const close = useEffectEvent(onEscape);
  useLayoutEffect(() => {
    let pressed: KeyboardEvent | null = null;
    const onCapture = (event: KeyboardEvent) => {
      pressed = openDialogs.at(-1) === id ? event : null;
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const isUsed = event.isComposing || event.defaultPrevented;
      if (event.key === 'Escape' && event === pressed && !isUsed) close();
    };
    openDialogs.push(id);
    addEventListener('keydown', onCapture, { capture: true });
    addEventListener('keydown', onKeyDown);
    return () => {
      openDialogs.splice(openDialogs.indexOf(id), 1);
      removeEventListener('keydown', onCapture, { capture: true });
      removeEventListener('keydown', onKeyDown);
    };
  }, [id]);
}

function ignoreSecondClick(event: MouseEvent): void {
  if (event.detail < 2) return removeEventListener('click', ignoreSecondClick, { capture: true });
  event.preventDefault();
  event.stopPropagation();
}

/**
 * When a double click closes the dialog, its second click isn't meant for what is under the dialog. It may come late: people choose
 * their own double-click speed, and a busy page is slow to respond.
 */
function useOneClick(): void {
  // A layout effect, because the click can come right after the dialog is gone.
  useLayoutEffect(() => () => addEventListener('click', ignoreSecondClick, { capture: true }), []);
}

export function Modal({ title, onClose, closeLabel = 'Close', size, openerIsGoing, children, ...props }: ModalProps) {
  const id = useId();
  useFocusBack(openerIsGoing);
  useEscape(id, () => onClose?.());
  useOneClick();
  return createPortal(
    <>
      <div className={classes.backdrop} aria-hidden="true" onClick={onClose} />
      <section
        ref={useFocusTrap()}
        role="dialog"
        aria-modal
        aria-labelledby={`${id}-title`}
        aria-describedby={props.describedBy}
        tabIndex={-1}
        className={`${classes.dialog} ${props.className ?? ''}`}
        style={{ '--dialog-width': size } as CSSProperties}
      >
        <div className={classes.header}>
          <h2 id={`${id}-title`} className={classes.title}>
            {title}
          </h2>
          {onClose && (
            <CloseButton className={classes.close ?? ''} size="lg" aria-label={closeLabel} onClick={onClose} />
          )}
        </div>
        <div className={classes.body}>{children}</div>
      </section>
    </>,
    document.body,
  );
}
