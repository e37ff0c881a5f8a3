import type { ComponentProps, ReactNode, Ref } from 'react';
import type { PhotoPoint } from '#ballot/extracted.ts';
import type { Photo } from './photo.ts';
import { PhotoViewer } from './photo-viewer.tsx';
import classes from './photo-desk.module.css';

interface PhotoDeskProps {
  /** Null without a photo: the scores then take one column. */
  photo: Photo | null;
  pages?: ComponentProps<typeof PhotoViewer>['pages'];
  /** The cell in focus, which the photo jumps to. */
  box: readonly PhotoPoint[] | undefined;
  /** Any cell of the form: its direction tells which way is up. */
  upright: readonly PhotoPoint[] | undefined;
  above?: ReactNode;
  below?: ReactNode;
  scores: ReactNode;
  ref?: Ref<HTMLDivElement>;
}

/** A ballot's photo beside its scores. On a narrow screen the photo stays above them. */
export function PhotoDesk({ photo, pages, box, upright, above, below, scores, ref }: PhotoDeskProps) {
  return (
    <div ref={ref} className={classes.desk} data-photo={photo !== null || undefined}>
      {(photo ?? above ?? below) && (
        <div className={classes.side}>
          {above}
          {photo && (
            <div className={classes.picture}>
              <PhotoViewer photo={photo} pages={pages} box={box} upright={upright} />
            </div>
          )}
          {below}
        </div>
      )}
      <div className={`card ${classes.scores}`}>{scores}</div>
    </div>
  );
}
