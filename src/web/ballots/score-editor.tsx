// The one way to enter, check and correct the scores of a ballot, beside its photo if there is one.
import type { ReactNode, Ref } from 'react';
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
  photo?: Photo | null;
  /** What was read from this photo, with the places of the cells. */
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
  photo = null,
  read,
  ...desk
}: ScoreEditorProps) {
  const { paperTotals, onPaperTotal, ...grid } = scoring;
  const cells = cellsOf(scoring.sheet);
  const boxOf = (field: string | undefined) => read?.[cells.find(({ key }) => key === field)?.label ?? '']?.box;
  return (
    <PhotoDesk
      {...desk}
      photo={photo}
      box={grid.current === null ? undefined : boxOf(grid.current)}
      upright={boxOf(cells[0]?.key)}
      scores={
        <ScoresSection
          {...grid}
          {...(hasTotals && { paperTotals, onPaperTotal })}
          {...(nameOf && { nameOf })}
          status={toCheckText(grid.doubts.size) ?? status}
          beside={(field, label) => {
            const box = boxOf(field);
            return photo && box && <CutOut photo={photo} box={box} label={`${label} on the paper`} />;
          }}
        />
      }
    />
  );
}
