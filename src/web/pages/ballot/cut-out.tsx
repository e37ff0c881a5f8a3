import { useEffect, useRef } from 'react';
import type { PhotoPoint } from '#ballot/extracted.ts';
import type { Photo } from './photo.ts';
import classes from './score-cell.module.css';

const SIZE = { width: 136, height: 72 };
/** Part of the cell's size that is shown around it: a score beside its line is still a score. */
const AROUND = 0.22;

/** A cell as it is on the paper, turned upright. */
export function CutOut({ photo, box, label }: { photo: Photo; box: readonly PhotoPoint[]; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    const [from, right, , below] = box;
    if (!context || !from || !right || !below) return;
    const scale = photo.small.width / photo.width;
    const [ax, ay] = [(right[0] - from[0]) * scale, (right[1] - from[1]) * scale];
    const [bx, by] = [(below[0] - from[0]) * scale, (below[1] - from[1]) * scale];
    const turned = new DOMMatrix([ax, ay, bx, by, from[0] * scale, from[1] * scale]).invertSelf();
    const span = 1 + 2 * AROUND;
    context.setTransform(
      new DOMMatrix()
        .scale(SIZE.width / span, SIZE.height / span)
        .translate(AROUND, AROUND)
        .multiply(turned),
    );
    context.drawImage(photo.small, 0, 0);
  }, [photo, box]);
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- what is drawn here is no file that an img could show.
  return <canvas ref={canvas} className={classes.cutOut} {...SIZE} role="img" aria-label={label} />;
}
