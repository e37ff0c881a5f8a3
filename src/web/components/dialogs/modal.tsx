// A dialog over the page. It is drawn while it is rendered, and restores the focus when it closes.
import { Box, Modal as Library } from '@mantine/core';
import { useEffectEvent, useId, useLayoutEffect, type ReactNode, type RefObject } from 'react';
import { useFocusBack } from './use-focus-back.ts';

interface ModalProps {
  title: ReactNode;
  /** Without it, the dialog cannot be closed from its frame. */
  onClose?: () => void;
  size?: string;
  fullScreen?: boolean;
  /** The sentences that a screen reader speaks when the dialog opens. */
  question?: ReactNode;
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

export function Modal({ title, onClose, size, fullScreen = false, question, openerIsGoing, children }: ModalProps) {
  const id = useId();
  useFocusBack(openerIsGoing);
  useEscape(id, () => onClose?.());
  useOneClick();
  return (
    <Library.Root
      opened
      onClose={() => onClose?.()}
      closeOnClickOutside={onClose !== undefined}
      size={size ?? 'md'}
      padding="lg"
      fullScreen={fullScreen}
      centered
    >
      <Library.Overlay />
      {/* Forced colors draw this border, and no shadow. What has the focus is below the title, which stays at the top: room for two lines. */}
      <Library.Content bd="1px solid transparent" style={{ scrollPaddingTop: '7rem' }}>
        <Library.Header bg="var(--courtside-surface)">
          <Library.Title ff="heading" fz="h2" fw={600} lh={1.3} miw={0}>
            {title}
          </Library.Title>
          {onClose && <Library.CloseButton aria-label="Close" size="lg" />}
        </Library.Header>
        {/* The library describes the dialog by its body, so this is only the question, never a whole form or list. */}
        {question !== undefined && <Library.Body pb={0}>{question}</Library.Body>}
        <Box px="lg" pb="lg">
          {children}
        </Box>
      </Library.Content>
    </Library.Root>
  );
}
