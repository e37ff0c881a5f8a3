import { Notification } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { currentToasts, hideToast, whenToastsChange, type Toast } from '#web/state/toasts.ts';
import classes from './toasts.module.css';

const MOST_SHOWN = 5;
const CLOSES_AFTER_MS = 4000;

/** The oldest toasts, each until its time is over; the others wait. No time passes under the pointer or with the focus. */
export function Toasts() {
  const toasts = useSyncExternalStore(whenToastsChange, currentToasts);
  const [held, setHeld] = useState(false);
  const shown = toasts.slice(0, MOST_SHOWN);
  // What is gone tells nobody that the pointer left it.
  if (held && shown.length === 0) setHeld(false);
  return (
    <div
      className={classes.toasts}
      // A toast that appears under a mouse at rest was not sought: it goes as any other.
      onPointerMove={({ pointerType }) => pointerType === 'mouse' && setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      {shown.map((toast) => (
        <TimedToast key={toast.id} toast={toast} held={held} />
      ))}
    </div>
  );
}

function TimedToast({ toast: { id, message, ...looks }, held }: { toast: Toast; held: boolean }) {
  useEffect(() => {
    if (held) return undefined;
    // Asked again when the time is over: what is removed while it has the focus tells nobody that it lost it.
    const close = () => document.activeElement?.closest(`.${classes.toasts}`) ?? hideToast(id);
    const timer = setInterval(close, CLOSES_AFTER_MS);
    return () => clearInterval(timer);
  }, [id, held]);
  return (
    <Notification {...looks} className={classes.toast ?? ''} onClose={() => hideToast(id)}>
      {message}
    </Notification>
  );
}
