import { useRef, type FocusEvent, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import classes from './nav-tip.module.css';

interface NavTipProps {
  text: string;
  /** False while the label itself is visible. */
  needed: boolean;
  children: ReactNode;
}

/** A tooltip beside a navigation link, on hover and on keyboard focus; Escape hides it. Uses the browser's own popover. */
export function NavTip({ text, needed, children }: NavTipProps) {
  const tip = useRef<HTMLSpanElement>(null);

  const showBeside = (link: Element) => {
    if (!tip.current) return;
    const box = link.getBoundingClientRect();
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
