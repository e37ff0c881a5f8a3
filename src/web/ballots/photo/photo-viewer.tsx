import { Button, Group } from '@mantine/core';
import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import type { PhotoPoint } from '#ballot/extracted.ts';
import { Icon } from '#web/art/icons.tsx';
import type { Photo } from './photo.ts';
import classes from './photo-viewer.module.css';
import { draggedBy, fitted, jumpedTo, pinchedBy, turnedBy, zoomedBy, type View } from './photo-view.ts';

interface PhotoViewerProps {
  photo: Photo;
  /** The cell in focus, which the view jumps to. */
  box: readonly PhotoPoint[] | undefined;
  /** Any cell of the form: its direction tells which way is up. */
  upright: readonly PhotoPoint[] | undefined;
  /** The numbers of the ballot's pages, which is shown, and how to turn to another. */
  pages?: { all: readonly number[]; shown: number; onTurn: (at: number) => void } | undefined;
}

type Pair = [{ x: number; y: number }, { x: number; y: number }];
const QUARTER_TURN = Math.PI / 2;
const STEP_PX = 40;
const PAGE_KEYS: Record<string, number> = { PageUp: -1, PageDown: 1 };

type Points = readonly PhotoPoint[] | undefined;
/** The same array for the same points, so that only another cell moves the picture. */
function useSamePoints(points: Points): Points {
  const text = JSON.stringify(points) as string | undefined;
  return useMemo(() => (text === undefined ? undefined : (JSON.parse(text) as Points)), [text]);
}

/** The photo of the ballot, to zoom, turn and drag by mouse, finger or keyboard. */
export function PhotoViewer({ photo, pages, ...given }: PhotoViewerProps) {
  const box = useSamePoints(given.box);
  const upright = useSamePoints(given.upright);
  const frame = useRef<HTMLElement>(null);
  const [view, setView] = useState<View | null>(null);
  const [dragging, setDragging] = useState(false);
  /** Where each finger that is down was last, or the mouse. A third finger changes nothing. */
  const fingers = useRef(new Map<number, { x: number; y: number }>());

  const fit = useCallback(() => {
    if (frame.current) setView(fitted(photo, frame.current.getBoundingClientRect(), upright));
  }, [photo, upright]);
  useEffect(fit, [fit]);
  useEffect(() => {
    const { width = 0 } = frame.current?.getBoundingClientRect() ?? {};
    if (box) setView(jumpedTo(box, width));
  }, [box]);

  const change = (next: (view: View) => View): void => setView((now) => now && next(now));
  const drag = (event: PointerEvent): void => {
    const before = [...fingers.current.values()];
    const last = fingers.current.get(event.pointerId);
    if (!last) return;
    const { clientX: x, clientY: y } = event;
    fingers.current.set(event.pointerId, { x, y });
    const after = [...fingers.current.values()];
    const rect = frame.current?.getBoundingClientRect();
    if (before.length === 1) change((now) => draggedBy(now, x - last.x, y - last.y));
    else if (rect && before.length === 2) {
      const middle = { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
      change((now) => pinchedBy(now, before as Pair, after as Pair, middle));
    }
  };
  const lift = (event: PointerEvent): void => {
    fingers.current.delete(event.pointerId);
    setDragging(fingers.current.size > 0);
  };
  const keys: Record<string, (view: View) => View> = {
    '+': (now) => zoomedBy(now, 1.25),
    '=': (now) => zoomedBy(now, 1.25),
    '-': (now) => zoomedBy(now, 0.8),
    r: (now) => turnedBy(now, QUARTER_TURN),
    ArrowLeft: (now) => draggedBy(now, STEP_PX, 0),
    ArrowRight: (now) => draggedBy(now, -STEP_PX, 0),
    ArrowUp: (now) => draggedBy(now, 0, STEP_PX),
    ArrowDown: (now) => draggedBy(now, 0, -STEP_PX),
  };
  const several = pages && pages.all.length > 1 ? pages : null;
  const turn = (by: number): void => several?.onTurn((several.shown + by + several.all.length) % several.all.length);
  const press = (event: KeyboardEvent): void => {
    const pageBy = several ? PAGE_KEYS[event.key] : undefined;
    if (pageBy !== undefined) {
      event.preventDefault();
      turn(pageBy);
      return;
    }
    const next = keys[event.key];
    if (!next || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    change(next);
  };
  // Moved by keys and by dragging like a map, which is what the role `application` is for.
  const controls = {
    role: 'application',
    tabIndex: 0,
    'aria-label': `Move the picture with the arrow keys, zoom with + and -, turn with R${several ? ', change pages with Page Up and Page Down' : ''}`,
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      setDragging(true);
    },
    onPointerMove: drag,
    onPointerUp: lift,
    onPointerCancel: lift,
    onKeyDown: press,
  };
  return (
    <section ref={frame} className={`screen-only ${classes.frame}`} aria-label="Picture of the ballot">
      <div className={classes.stage} data-dragging={dragging || undefined} {...controls}>
        <div
          className={classes.sheet}
          style={
            view
              ? {
                  transform: `rotate(${view.angle}rad) scale(${view.scale}) translate(${-view.x}px, ${-view.y}px)`,
                  width: photo.width,
                  height: photo.height,
                }
              : undefined
          }
        >
          <img src={photo.url} alt="Uploaded ballot" width={photo.width} height={photo.height} draggable={false} />
          {box && (
            <svg viewBox={`0 0 ${photo.width} ${photo.height}`} aria-hidden="true">
              <polygon points={box.map((point) => point.join(',')).join(' ')} />
            </svg>
          )}
        </div>
      </div>
      <Group pos="absolute" right="0.5rem" bottom="0.5rem" gap="0.25rem" className="thumbs">
        {several && (
          <Tool label={`Page ${several.all[several.shown]}, show the next page`} onClick={() => turn(1)}>
            Page {several.all[several.shown]}
          </Tool>
        )}
        <Tool label="Zoom in" icon="zoomIn" onClick={() => change((now) => zoomedBy(now, 1.5))} />
        <Tool label="Zoom out" icon="zoomOut" onClick={() => change((now) => zoomedBy(now, 1 / 1.5))} />
        <Tool label="Turn" icon="turn" onClick={() => change((now) => turnedBy(now, QUARTER_TURN))} />
        <Tool label="Show the whole picture" icon="fit" onClick={fit} />
      </Group>
    </section>
  );
}

type ToolProps = {
  label: string;
  icon?: 'zoomIn' | 'zoomOut' | 'turn' | 'fit';
  children?: ReactNode;
  onClick: () => void;
};
function Tool({ label, icon, children, onClick }: ToolProps) {
  return (
    <Button variant="default" px="0.5rem" aria-label={label} title={label} onClick={onClick}>
      {icon ? <Icon name={icon} size={18} /> : children}
    </Button>
  );
}
