import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { drawnWidth, navSize, sizeAfterDrag, sizeAfterKey, type NavSize } from './nav-size.ts';
import classes from './nav-edge.module.css';

interface NavEdgeProps {
  size: NavSize;
  /** The id of the navigation it resizes. */
  controls: string;
  /** Called while dragging. */
  onDrag: (size: NavSize) => void;
  /** Called on release and after a key press. */
  onChange: (size: NavSize) => void;
}

/** The edge between navigation and page: drag it, move it with the arrow keys, or double-click to reset it. */
export function NavEdge({ size, controls, onDrag, onChange }: NavEdgeProps) {
  const drag = useRef<{ from: number; width: number; before: NavSize } | null>(null);

  const sizeAt = (event: PointerEvent): NavSize | undefined =>
    drag.current === null
      ? undefined
      : sizeAfterDrag(drag.current.width + event.clientX - drag.current.from, drag.current.before);

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

  const cancel = () => {
    const before = drag.current?.before;
    drag.current = null;
    if (before !== undefined) onChange(before);
  };

  const press = (event: KeyboardEvent) => {
    const next = sizeAfterKey(event.key, size);
    if (next === undefined) return;
    event.preventDefault();
    onChange(next);
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- ARIA's window splitter is a movable separator.
    <hr
      className={classes.edge}
      aria-label="Width of the navigation"
      aria-orientation="vertical"
      aria-controls={controls}
      aria-valuenow={drawnWidth(size)}
      aria-valuemin={navSize.collapsed}
      aria-valuemax={navSize.max}
      aria-valuetext={size.collapsed ? 'Collapsed' : `${size.width} pixels`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A movable separator takes the focus.
      tabIndex={0}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={cancel}
      // Otherwise dragging selects text, and the browser takes over the pointer to drag the selection.
      onMouseDown={(event) => event.preventDefault()}
      onKeyDown={press}
      onDoubleClick={() => onChange({ width: navSize.initial, collapsed: false })}
    />
  );
}
