import { Group } from '@mantine/core';
import type { SheetProblem } from '#ballot/sheet/problems.ts';
import type { Place, Sheet } from '#ballot/sheet/sheet.ts';
import { RowButton } from '#web/components/table/row-button.tsx';
import { counted } from '#web/format.ts';
import { sizeText } from './sheet-words.ts';

interface SheetProblemsProps {
  sheet: Sheet;
  problems: readonly SheetProblem[];
  onShow: (place: Place) => void;
}

/** The row that a problem is in. */
export function placeOf({ path }: SheetProblem): Place | null {
  const [, section, rows, row] = path;
  return typeof section === 'number' && rows === 'rows' && typeof row === 'number' ? { section, row } : null;
}

/** What keeps a sheet from being saved, or how many scores it has. */
export function SheetProblems({ sheet, problems, onShow }: SheetProblemsProps) {
  const show = (problem: SheetProblem) => {
    const place = placeOf(problem);
    return place === null ? null : <RowButton onClick={() => onShow(place)}>Show</RowButton>;
  };
  return (
    <div>
      <output>
        {problems.length === 0
          ? `${sizeText(sheet)}.`
          : `${counted(problems.length, 'problem')} to fix before you can save:`}
      </output>
      {problems.length > 0 && (
        <ul>
          {problems.map((problem) => (
            <Group component="li" gap="0.25rem 0.75rem" mt="0.25rem" key={`${problem.path.join()} ${problem.message}`}>
              {problem.message} {show(problem)}
            </Group>
          ))}
        </ul>
      )}
    </div>
  );
}
