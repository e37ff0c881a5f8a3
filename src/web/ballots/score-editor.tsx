// The one way to enter, check and correct the scores of a ballot, beside its photo if there is one. On a narrow screen the photo stays
// above them; without one, the scores take one column.
import { Box } from '@mantine/core';
import { useState, type ReactNode, type Ref } from 'react';
import { toCheckText } from '#ballot/doubts.ts';
import type { Extracted } from '#ballot/extracted.ts';
import { cellsOf } from '#ballot/sheet/sheet.ts';
import { CutOut } from './photo/cut-out.tsx';
import { PhotoViewer } from './photo/photo-viewer.tsx';
import type { Photo } from './photo/photo.ts';
import { ScoreGrid } from './score-grid/score-grid.tsx';
import type { EnteredScores } from './scored.ts';
import classes from './score-editor.module.css';

interface ScoreEditorProps {
  scoring: EnteredScores;
  /** Said once no score is left to check. */
  status: string;
  /** Whether the totals on the paper are compared with the sums of the scores. */
  hasTotals?: boolean;
  nameOf?: (field: string) => string | null;
  /** The photos of its pages that are open, each with the id that fields name it by. */
  photos?: readonly { id: string | undefined; page: number; photo: Photo }[];
  /** What was read from these photos, with the places of the cells. */
  read?: Extracted['fields'] | null;
  above?: ReactNode;
  below?: ReactNode;
  ref?: Ref<HTMLDivElement>;
}

export function ScoreEditor({
  scoring,
  status,
  hasTotals = false,
  nameOf,
  photos = [],
  read,
  above,
  below,
  ref,
}: ScoreEditorProps) {
  const { sheet, current, doubts } = scoring;
  const cells = cellsOf(sheet);
  const fieldOf = (field: string | null) => read?.[cells.find(({ key }) => key === field)?.label ?? ''];
  const isOn = (at: number, field: string | null) => fieldOf(field)?.photo === photos[at]?.id;
  const placeOf = (field: string | null) => photos.findIndex((_, at) => isOn(at, field));
  // The page follows the cell in focus. A page that a person turns to stays until another cell has the focus.
  const [turned, setTurned] = useState<{ from: string | null; at: number } | null>(null);
  const shown = Math.max(0, turned?.from === current ? turned.at : placeOf(current));
  const photo = photos[shown]?.photo;
  return (
    <div ref={ref} className={classes.desk} data-photo={photo !== undefined || undefined}>
      {(photo ?? above ?? below) && (
        <div className={`screen-only ${classes.side}`}>
          {above}
          {photo && (
            <div className={classes.picture}>
              <PhotoViewer
                photo={photo}
                pages={{
                  all: photos.map(({ page }) => page),
                  shown,
                  onTurn: (at) => setTurned({ from: current, at }),
                }}
                box={isOn(shown, current) ? fieldOf(current)?.box : undefined}
                upright={fieldOf(cells.find(({ key }) => isOn(shown, key))?.key ?? null)?.box}
              />
            </div>
          )}
          {below}
        </div>
      )}
      <Box miw={0} px="clamp(6px, 1.5vw, 0.75rem)" py="xs" className="card">
        <ScoreGrid
          scoring={scoring}
          hasTotals={hasTotals}
          nameOf={nameOf}
          status={toCheckText(doubts.size) ?? status}
          beside={(field, label) => {
            const box = fieldOf(field)?.box;
            const of = photos[placeOf(field)]?.photo;
            return of && box && <CutOut photo={of} box={box} label={`${label} on the paper`} />;
          }}
        />
      </Box>
    </div>
  );
}
