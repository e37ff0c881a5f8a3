// One student's season: for school staff, and for the student whose account it is.
import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Estimate } from '#contract/metrics.ts';
import type { OwnScore } from '#contract/own-scores.ts';
import type { Student } from '#contract/rosters.ts';
import { ButtonLink, TextLink } from '#web/components/ui/links.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { currentSeason } from '#web/records/current-season.ts';
import { EditStudentOf } from '#web/records/edit-student.tsx';
import { useSeasonAddress, useSeasonDialog } from '#web/records/season-address.ts';
import { withoutGaps } from '#web/records/search-parameters.ts';
import { failureOf, Loaded } from '#web/server/loaded.tsx';
import { codeOf, messageOf } from '#web/server/calls.ts';
import { api, isComputing } from '#web/server/query-client.ts';
import { useLoad } from '#web/server/use-load.ts';
import { useSchool } from '#web/state/school.ts';
import { useSession } from '#web/state/session.ts';
import { toRound } from '../../address.ts';
import { figuresOf, useStudentsById } from '../../queries.ts';
import { RecordPage } from '#web/records/record-page.tsx';
import { useRefusal } from '#web/shell/school-room.tsx';
import { SeasonChoice } from '../../season-choice.tsx';
import { useSeason } from '../../use-season.ts';
import { studentScores } from '../season-rows.ts';
import { SheetChoice } from '../season-frame.tsx';
import { useSeasonRecord } from '../use-season-record.ts';
import { FeedbackCard } from './feedback-card.tsx';
import { markOf } from './figures.ts';
import { bySheet } from './own-figures.ts';
import { ShareCard } from './share-card.tsx';

export default function StudentPage() {
  const { studentId = '' } = useParams({ strict: false });
  const { me } = useSession();
  const { may } = useSchool();
  const forbidden = useRefusal();
  const { dialog, leave } = useSeasonDialog();
  const students = useStudentsById();
  const isStaff = may('read', 'ballotScores');
  const found = students.data && (students.data.get(studentId) ?? null);
  // Others can't tell whether a student exists.
  if (!isStaff && found !== undefined && (found === null || found.userId !== me?.id)) return forbidden;
  return (
    <>
      <RecordPage what="student" of={{ data: found, failure: failureOf([students]) }}>
        {(student) => (isStaff ? <ForStaff student={student} /> : <ForStudent student={student} />)}
      </RecordPage>
      {/* Also when a colleague has deleted the student. */}
      {isStaff && dialog === 'edit' && <EditStudentOf id={studentId} onClose={leave} />}
    </>
  );
}

type OneStudent = { student: Student };

function ForStaff({ student }: OneStudent) {
  const { name, names, season } = useSeason();
  const { sheet } = useSeasonAddress();
  const { dialog, open, leave } = useSeasonDialog();
  const actions = (
    <>
      <SheetChoice />
      <ButtonLink to="/season/students" search={withoutGaps({ season: name, sheet })} variant="default">
        All students
      </ButtonLink>
      <Button variant="default" onClick={() => open('share')}>
        Share
      </Button>
      <Button variant="default" onClick={() => open('edit')}>
        Edit
      </Button>
    </>
  );
  return (
    <Frame student={student} season={name} seasons={names} actions={actions}>
      <Loaded what="the season" of={{ season }}>
        {(loaded) => <StaffCard key={loaded.season.name} student={student} season={loaded.season.name} />}
      </Loaded>
      {dialog === 'share' && name !== undefined && <ShareCard student={student} season={name} onClose={leave} />}
    </Frame>
  );
}

function StaffCard({ student, season }: OneStudent & { season: string }) {
  const { schoolId } = useSchool();
  const input = { schoolId, season, sheetId: useSeasonAddress().sheet };
  const record = useSeasonRecord(input);
  const figures = useQuery(figuresOf(input));
  return (
    <Loaded what="the student’s scores" of={{ record, figures }}>
      {(loaded) => (
        <Card
          student={student}
          season={season}
          scores={studentScores(loaded.record)(student.id)}
          estimates={loaded.figures?.estimates.filter(({ studentId }) => studentId === student.id) ?? []}
        />
      )}
    </Loaded>
  );
}

function ForStudent({ student }: OneStudent) {
  const { season: asked } = useSeasonAddress();
  const input = { schoolId: useSchool().schoolId };
  const scores = useLoad(api.ownScores.inSchool, 'Failed to load your scores', input);
  const own = scores.data?.filter(({ studentId }) => studentId === student.id);
  const played = newestFirst(own?.map((score) => score.season) ?? []);
  const season = own && (asked ?? played[0] ?? currentSeason());
  return (
    <Frame student={student} season={season} seasons={season === undefined ? [] : newestFirst([...played, season])}>
      <Loaded what="your scores" of={{ own: { ...scores, data: own }, season: { ...scores, data: season } }}>
        {(loaded) => (
          <Stack key={loaded.season} gap="xl">
            {bySheet(loaded.own.filter((score) => score.season === loaded.season)).map((sheet) => (
              <OwnCard key={sheet.sheetId} student={student} season={loaded.season} {...sheet} />
            ))}
          </Stack>
        )}
      </Loaded>
    </Frame>
  );
}

const newestFirst = (seasons: readonly string[]): string[] => [...new Set(seasons)].toSorted().toReversed();

/** Of one score sheet. */
function OwnCard({ sheetId, ...props }: Omit<CardProps, 'estimates'> & { sheetId: string | undefined }) {
  const input = { schoolId: useSchool().schoolId, season: props.season, sheetId };
  const estimates = useLoad(api.metrics.own, 'Failed to load your adjusted figures', input);
  const { failureReason } = estimates;
  // The scores don't wait for figures that take long.
  const missing =
    isComputing(failureReason) || codeOf(failureReason) === 'TOO_LARGE' ? messageOf(failureReason) : undefined;
  return (
    <Loaded what="your adjusted figures" of={{ estimates: missing ? { data: [], failure: undefined } : estimates }}>
      {(loaded) => <Card {...props} {...loaded} missing={missing} />}
    </Loaded>
  );
}

interface CardProps {
  student: Student;
  season: string;
  /** The score sheet, where there are several. */
  title?: string | undefined;
  scores: readonly OwnScore[];
  estimates: Estimate[];
  missing?: string | undefined;
}

const Card = ({ student, season, ...figures }: CardProps) => (
  <FeedbackCard
    name={student.name}
    mark={markOf(student, season)}
    season={season}
    linkToRound={(roundId, name) => <TextLink {...toRound(roundId)}>{name}</TextLink>}
    {...figures}
  />
);

interface FrameProps extends OneStudent {
  /** Undefined while it loads. */
  season: string | undefined;
  /** Newest first. */
  seasons: readonly string[];
  actions?: ReactNode;
  children: ReactNode;
}

function Frame({ student, season, seasons, actions, children }: FrameProps) {
  const shown = season !== undefined && (
    <>
      <SeasonChoice season={season} seasons={seasons} />
      {actions}
      <Button variant="default" onClick={() => print()}>
        Print
      </Button>
    </>
  );
  return (
    <Page title={student.name} actions={shown}>
      {children}
    </Page>
  );
}
