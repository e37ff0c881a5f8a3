import { useRef, type FocusEvent, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import classes from './nav-tip.module.css';

interface NavTipProps {
  text: string;
  /** Without it there is nothing to say that the label does not say. */
  needed: boolean;
  children: ReactNode;
}

/**
 * Names a place of the navigation beside it, under the mouse or with the keyboard's focus; Escape hides the name. It is the
 * browser's own popover, which nothing clips: the library's tooltip brings 8 kB along.
 */
export function NavTip({ text, needed, children }: NavTipProps) {
  const tip = useRef<HTMLSpanElement>(null);

  const showBeside = (place: Element) => {
    if (!tip.current) return;
    const box = place.getBoundingClientRect();
    tip.current.style.top = `${box.top + box.height / 2}px`;
    tip.current.style.left = `${box.right}px`;
    tip.current.showPopover();
  };
  const hide = () => tip.current?.hidePopover();
  if (!needed) return children;

  return (
    <div
      role="presentation"
      onPointerEnter={(event: PointerEvent) => event.pointerType === 'mouse' && showBeside(event.currentTarget)}
      onPointerLeave={hide}
      onFocus={(event: FocusEvent) => event.target.matches(':focus-visible') && showBeside(event.currentTarget)}
      onBlur={hide}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Escape' && hide()}
    >
      {children}
      <span ref={tip} role="tooltip" popover="manual" className={classes.tip}>
        {text}
      </span>
    </div>
  );
}
