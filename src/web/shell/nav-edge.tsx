import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { draggedTo, drawnWidth, keyedTo, navSize, type NavSize } from './nav-size.ts';
import classes from './nav-edge.module.css';

interface NavEdgeProps {
  size: NavSize;
  /** Id of the navigation it resizes. */
  controls: string;
  /** While dragging. */
  onDrag: (size: NavSize) => void;
  /** Let go, or changed by a key. */
  onChange: (size: NavSize) => void;
}

/** The edge between navigation and page: dragged by mouse or finger, moved by arrow keys, reset by a double click. */
export function NavEdge({ size, controls, onDrag, onChange }: NavEdgeProps) {
  const drag = useRef<{ from: number; width: number; before: NavSize } | null>(null);

  const sizeAt = (event: PointerEvent): NavSize | undefined =>
    drag.current === null
      ? undefined
      : draggedTo(drag.current.width + event.clientX - drag.current.from, drag.current.before);

  const start = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { from: event.clientX, width: drawnWidth(size), before: size };
  };

  const move = (event: PointerEvent) => {
    const next = sizeAt(event);
    if (next !== undefined) onDrag(next);
  };

  const end = (event: PointerEvent) => {
    const next = sizeAt(event);
    const moved = drag.current !== null && event.clientX !== drag.current.from;
    drag.current = null;
    if (next !== undefined && moved) onChange(next);
  };

  const press = (event: KeyboardEvent) => {
    const next = keyedTo(event.key, size);
    if (next === undefined) return;
    event.preventDefault();
    onChange(next);
  };

  return (
    // A separator that moves is a control (ARIA's window splitter), which no element of HTML is.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-interactions
    <div
      className={classes.edge}
      role="separator"
      aria-label="Width of the navigation"
      aria-orientation="vertical"
      aria-controls={controls}
      aria-valuenow={drawnWidth(size)}
      aria-valuemin={navSize.collapsed}
      aria-valuemax={navSize.max}
      aria-valuetext={size.collapsed ? 'Collapsed' : `${size.width} pixels`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={press}
      onDoubleClick={() => onChange({ width: navSize.initial, collapsed: false })}
    />
  );
}
