// The frame of the pages about a season's scores: the season, and the way to the other pages.
import { Group } from '@mantine/core';
import { createContext, use, type ReactNode } from 'react';
import { FIGURE_PAGES } from '#web/destinations.ts';
import { ButtonLink } from '#web/components/ui/links.tsx';
import { OnPaper } from '#web/components/ui/on-paper.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { useSeasonAddress } from '#web/records/season-address.ts';
import { withoutGaps } from '#web/records/search-parameters.ts';
import { failureOf, Loaded } from '#web/server/loaded.tsx';
import type { FiguresInput } from '../queries.ts';
import { SeasonChoice } from '../season-choice.tsx';
import { useSeason } from '../use-season.ts';
import { SheetChoice, SheetNote } from './sheet-choice.tsx';
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
