import { Notification } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useStore } from '#web/state/store.ts';
import { hideToast, toastStore, type Toast } from '#web/state/toasts.ts';
import classes from './toasts.module.css';

const MAX_VISIBLE = 5;
const CLOSE_AFTER_MS = 4000;

/** Shows the oldest toasts; the others wait. The mouse or the keyboard's focus on a toast stops the clock. */
export function Toasts() {
  const toasts = useStore(toastStore);
  const [isHeld, setHeld] = useState(false);
  const visible = toasts.slice(0, MAX_VISIBLE);
  // A removed toast fires no pointerleave.
  if (isHeld && visible.length === 0) setHeld(false);
  return (
    <div
      className={classes.toasts}
      // Not pointerenter: a toast that appears under a resting mouse closes like any other.
      onPointerMove={({ pointerType }) => pointerType === 'mouse' && setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      {visible.map((toast) => (
        <TimedToast key={toast.id} toast={toast} isHeld={isHeld} />
      ))}
    </div>
  );
}

function TimedToast({ toast: { id, message, ...looks }, isHeld }: { toast: Toast; isHeld: boolean }) {
  useEffect(() => {
    if (isHeld) return undefined;
    // The focus is checked when the time is up, because a removed element fires no blur.
    const close = () => document.activeElement?.closest(`.${classes.toasts}`) ?? hideToast(id);
    const timer = setInterval(close, CLOSE_AFTER_MS);
    return () => clearInterval(timer);
  }, [id, isHeld]);
  return (
    <Notification {...looks} className={classes.toast ?? ''} onClose={() => hideToast(id)}>
      {message}
    </Notification>
  );
}
