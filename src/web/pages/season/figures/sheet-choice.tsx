// Which score sheet the figures of a season are about: ballots of each sheet are compared among themselves.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { OTHER_SCALES } from '#metrics/sentences.ts';
import { Choice } from '#web/components/forms/choice.tsx';
import { useSeasonAddress } from '#web/records/season-address.ts';
import { withoutGaps } from '#web/records/search-parameters.ts';
import { figuresOf } from '../queries.ts';
import { useSeason } from '../use-season.ts';
import { useChangeAddress } from '../use-change-address.ts';

/** The figures that the address names; while they load, the previous ones. */
export function useShownFigures() {
  const { sheet: sheetId } = useSeasonAddress();
  const { schoolId, name } = useSeason();
  return useQuery({
    ...figuresOf({ schoolId, season: name ?? '', sheetId }),
    enabled: name !== undefined,
    placeholderData: keepPreviousData,
  }).data;
}

/** Only where the season has ballots on several sheets. */
export function SheetChoice({ labelled = false }: { labelled?: boolean }) {
  const figures = useShownFigures();
  const { sheet } = useSeasonAddress();
  const change = useChangeAddress();
  if (!figures || figures.sheets.length < 2) return null;
  return (
    <Choice
      {...(labelled ? { label: 'Score sheet' } : { 'aria-label': 'Score sheet' })}
      options={figures.sheets.map(({ id, title }) => ({ value: id, label: title }))}
      // The address may be ahead of what is drawn.
      value={figures.sheets.find(({ id }) => id === sheet)?.id ?? figures.sheetId}
      onChoose={(chosen) =>
        // The role may be one that the other sheet doesn't score.
        change((latest) => withoutGaps({ ...latest, sheet: chosen, role: undefined }))
      }
    />
  );
}

export function SheetNote() {
  const figures = useShownFigures();
  return (
    figures &&
    figures.sheetId !== COLLEGE_28.id && (
      <p>
        {figures.source.at(-1)} {OTHER_SCALES}
      </p>
    )
  );
}
