// The frame of the pages about a season's scores: the season, and the way to the other pages.
import { Group } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createContext, use, type ReactNode } from 'react';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { OTHER_SCALES } from '#metrics/sentences.ts';
import { Choice } from '#web/components/forms/choice.tsx';
import { ButtonLink } from '#web/components/ui/links.tsx';
import { OnPaper } from '#web/components/ui/on-paper.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { FIGURE_PAGES } from '#web/destinations.ts';
import { withoutGaps } from '#web/records/search-parameters.ts';
import { useSeasonAddress } from '#web/records/season-address.ts';
import { failureOf, Loaded } from '#web/server/loaded.tsx';
import { figuresOf, type FiguresInput } from '../queries.ts';
import { SeasonChoice } from '../season-choice.tsx';
import { useChangeAddress } from '../use-change-address.ts';
import { useSeason } from '../use-season.ts';
import classes from './season-frame.module.css';

const InputContext = createContext<FiguresInput>({ schoolId: '', season: '' });
/** The school, the season and the score sheet that a page within the frame is about. */
export const useSeasonInput = () => use(InputContext);
/** The same in the address of another page. */
export function useFiguresSearch() {
  const { season, sheetId } = useSeasonInput();
  return withoutGaps({ season, sheet: sheetId });
}

interface SeasonFrameProps {
  title: string;
  intro?: string;
  /** More fields beside the season. */
  filters?: ReactNode;
  /** What paper says beside the season, in place of the fields. */
  printed?: string;
  children: ReactNode;
}

export function SeasonFrame({ title, intro, filters, printed, children }: SeasonFrameProps) {
  const { season: asked, sheet: sheetId } = useSeasonAddress();
  const { schoolId, name, names, season } = useSeason();
  return (
    <Page
      title={title}
      intro={intro}
      actions={
        <Group component="nav" gap="xs" className={`screen-only ${classes.pages}`} aria-label="Season book">
          {FIGURE_PAGES.map(({ to, label }) => (
            <ButtonLink
              key={to}
              to={to}
              search={withoutGaps({ season: asked, sheet: sheetId })}
              size="compact-md"
              variant="default"
              activeProps={{ variant: 'light', 'aria-current': 'page' }}
              activeOptions={{ includeSearch: false, exact: true }}
            >
              {label}
            </ButtonLink>
          ))}
        </Group>
      }
    >
      {name !== undefined && <OnPaper>{printed === undefined ? name : `${name} · ${printed}`}</OnPaper>}
      <div className={`columns screen-only ${classes.filters}`} data-fill>
        <SeasonChoice labelled season={name ?? null} seasons={names} />
        <SheetChoice labelled />
        {filters}
      </div>
      <Loaded what="the season" of={{ name: { data: name, failure: failureOf([season]) } }} skeleton={null}>
        {(of) => (
          <InputContext key={of.name} value={{ schoolId, season: of.name, sheetId }}>
            <SheetNote />
            {children}
          </InputContext>
        )}
      </Loaded>
    </Page>
  );
}

/** The figures that the address names; while they load, the previous ones. Ballots of each sheet are compared among themselves. */
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

function SheetNote() {
  const figures = useShownFigures();
  if (!figures) return null;
  const { isOutdated, sheetId, source } = figures;
  return (
    <>
      {isOutdated && <p role="status">{source[0]}</p>}
      {sheetId !== COLLEGE_28.id && (
        <p>
          {source.at(-1)} {OTHER_SCALES}
        </p>
      )}
    </>
  );
}
