import { useEffect, useRef } from 'react';
import type { PhotoPoint } from '#ballot/extracted.ts';
import type { Photo } from './photo.ts';
import classes from './cut-out.module.css';

const SIZE = { width: 136, height: 72 };
/** The share of the cell's size shown around it: a score written beside its line is still a score. */
const MARGIN = 0.22;

interface CutOutProps {
  photo: Photo;
  /** The cell's corners in the photo, clockwise from its top left. */
  box: readonly PhotoPoint[];
  label: string;
}

/** Whether any of the cell is in the photo: a ballot that is cut off has cells outside it. */
const isInPhoto = ({ width, height }: Photo, box: readonly PhotoPoint[]): boolean =>
  box.some(([x, y]) => x >= 0 && x <= width && y >= 0 && y <= height);

/** One cell of the paper, turned upright. Nothing if the photo doesn't show it. */
export function CutOut({ photo, box, label }: CutOutProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    const [topLeft, topRight, , bottomLeft] = box;
    if (!context || !topLeft || !topRight || !bottomLeft) return;
    const scale = photo.small.width / photo.width;
    const [ax, ay] = [(topRight[0] - topLeft[0]) * scale, (topRight[1] - topLeft[1]) * scale];
    const [bx, by] = [(bottomLeft[0] - topLeft[0]) * scale, (bottomLeft[1] - topLeft[1]) * scale];
    const toUpright = new DOMMatrix([ax, ay, bx, by, topLeft[0] * scale, topLeft[1] * scale]).invertSelf();
    const span = 1 + 2 * MARGIN;
    context.setTransform(
      new DOMMatrix()
        .scale(SIZE.width / span, SIZE.height / span)
        .translate(MARGIN, MARGIN)
        .multiply(toUpright),
    );
    context.drawImage(photo.small, 0, 0);
  }, [photo, box]);
  if (!isInPhoto(photo, box)) return null;
  return <canvas ref={canvas} className={`screen-only ${classes.cutOut}`} {...SIZE} role="img" aria-label={label} />;
}
