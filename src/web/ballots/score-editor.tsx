// The one way to enter, check and correct the scores of a ballot, beside its photo if there is one.
import { useState, type ReactNode, type Ref } from 'react';
import { toCheckText } from '#ballot/doubts.ts';
import type { Extracted } from '#ballot/extracted.ts';
import { cellsOf } from '#ballot/sheet/sheet.ts';
import { CutOut } from '#web/components/files/photo/cut-out.tsx';
import { PhotoDesk } from '#web/components/files/photo/photo-desk.tsx';
import type { Photo } from '#web/components/files/photo/photo.ts';
import { ScoresSection } from '#web/components/forms/score-grid/scores-section.tsx';
import type { useScoring } from './scored.ts';

interface ScoreEditorProps {
  scoring: ReturnType<typeof useScoring>;
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
  ...desk
}: ScoreEditorProps) {
  const { paperTotals, onPaperTotal, ...grid } = scoring;
  const cells = cellsOf(scoring.sheet);
  const fieldOf = (field: string | null) => read?.[cells.find(({ key }) => key === field)?.label ?? ''];
  const isOn = (at: number, field: string | null) => fieldOf(field)?.photo === photos[at]?.id;
  const placeOf = (field: string | null) => photos.findIndex((_, at) => isOn(at, field));
  // The page follows the cell in focus. A page that a person turns to stays until another cell has the focus.
  const [turned, setTurned] = useState<{ from: string | null; at: number } | null>(null);
  const shown = Math.max(0, turned?.from === grid.current ? turned.at : placeOf(grid.current));
  return (
    <PhotoDesk
      {...desk}
      photo={photos[shown]?.photo ?? null}
      pages={{
        all: photos.map(({ page }) => page),
        shown,
        onTurn: (at) => setTurned({ from: grid.current, at }),
      }}
      box={isOn(shown, grid.current) ? fieldOf(grid.current)?.box : undefined}
      upright={fieldOf(cells.find(({ key }) => isOn(shown, key))?.key ?? null)?.box}
      scores={
        <ScoresSection
          {...grid}
          {...(hasTotals && { paperTotals, onPaperTotal })}
          {...(nameOf && { nameOf })}
          status={toCheckText(grid.doubts.size) ?? status}
          beside={(field, label) => {
            const box = fieldOf(field)?.box;
            const photo = photos[placeOf(field)]?.photo;
            return photo && box && <CutOut photo={photo} box={box} label={`${label} on the paper`} />;
          }}
        />
      }
    />
  );
}
