// The frame of the pages about a season's scores: the chosen school, the season, and the way to the other pages.
import type { ReactNode } from 'react';
import type { Season } from '#contract/season-book.ts';
import { Choice } from '#web/components/forms/choice.tsx';
import { ButtonLink } from '#web/components/ui/links.tsx';
import { LoadFailed } from '#web/components/feedback/load-failed.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { InSchool } from '#web/records/in-school.tsx';
import classes from './season-frame.module.css';
import { useSeason } from '#web/records/use-season.ts';
import type { SeasonInput } from './use-season-record.ts';

const PAGES = [
  { to: '/season', label: 'Season' },
  { to: '/season/students', label: 'Students' },
  { to: '/season/line-up', label: 'Line-up' },
  { to: '/season/witnesses', label: 'Witnesses' },
] as const;

interface SeasonFrameProps {
  title: string;
  intro?: string;
  /** The season in the address; the usual one without it. */
  season: string | undefined;
  onSeason: (season: string) => void;
  /** More fields beside the season, which may need what is known of it. */
  filters?: (season: Season | undefined) => ReactNode;
  children: (input: SeasonInput) => ReactNode;
}

export function SeasonFrame({ title, intro, ...props }: SeasonFrameProps) {
  const { season } = props;
  return (
    <InSchool title={title}>
      {(schoolId) => (
        <Page
          title={title}
          intro={intro}
          actions={
            <nav className={classes.pages} aria-label="Season book">
              {PAGES.map(({ to, label }) => (
                <ButtonLink
                  key={to}
                  to={to}
                  {...(season !== undefined && { search: { season } })}
                  size="compact-md"
                  variant="default"
                  activeProps={{ variant: 'light', 'aria-current': 'page' }}
                  activeOptions={{ includeSearch: false, exact: true }}
                >
                  {label}
                </ButtonLink>
              ))}
            </nav>
          }
        >
          <OfSchool key={schoolId} schoolId={schoolId} {...props} />
        </Page>
      )}
    </InSchool>
  );
}

type OfSchoolProps = Pick<SeasonFrameProps, 'season' | 'onSeason' | 'filters' | 'children'> & { schoolId: string };

function OfSchool({ schoolId, season, onSeason, filters, children }: OfSchoolProps) {
  const { name, names, season: known, failure } = useSeason(schoolId, season);
  return (
    <>
      <div className={classes.filters}>
        <Choice
          label="Season"
          value={name ?? null}
          options={names.map((each) => ({ value: each, label: each }))}
          onChoose={onSeason}
        />
        {filters?.(known)}
      </div>
      {failure ? (
        <LoadFailed what="the season" {...failure} />
      ) : (
        name !== undefined && children({ schoolId, season: name })
      )}
    </>
  );
}
