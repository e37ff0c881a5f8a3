// One student's season: for school staff, and for the student whose account it is.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Estimate } from '#contract/metrics.ts';
import type { OwnScore } from '#contract/own-scores.ts';
import type { Student } from '#contract/rosters.ts';
import { seasonOf } from '#contract/seasons.ts';
import { Choice } from '#web/components/forms/choice.tsx';
import { ButtonLink } from '#web/components/ui/links.tsx';
import { LoadFailed } from '#web/components/feedback/load-failed.tsx';
import { LoadingFigures } from '#web/components/feedback/loading-figures.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { InSchool } from '#web/records/in-school.tsx';
import { useSeasonAddress } from '#web/records/season-address.ts';
import { studentScores } from '../season-rows.ts';
import { useSeason } from '#web/records/use-season.ts';
import { useSeasonRecord, useStudents } from '../use-season-record.ts';
import { api, loadFailure } from '#web/server/query-client.ts';
import { useSession } from '#web/state/session.ts';
import { useMay } from '#web/state/use-may.ts';
import { FeedbackCard } from './feedback-card.tsx';
import { markOf } from './figures.ts';
import classes from './student.module.css';

interface StudentPageProps {
  /** Shown to everybody but staff and the student. */
  forbidden: ReactNode;
  /** Shown when the school has no such student. */
  notFound: ReactNode;
}

export function StudentPage({ forbidden, notFound }: StudentPageProps) {
  return (
    <InSchool title="Student">
      {(schoolId) => <OfSchool key={schoolId} schoolId={schoolId} forbidden={forbidden} notFound={notFound} />}
    </InSchool>
  );
}

function OfSchool({ schoolId, forbidden, notFound }: StudentPageProps & { schoolId: string }) {
  const { studentId } = useParams({ strict: false });
  const { me } = useSession();
  const may = useMay();
  const students = useStudents(schoolId);
  if (students.data === undefined)
    return (
      <Page title="Student">
        {students.failure ? (
          <LoadFailed what="the student" {...students.failure} />
        ) : (
          <LoadingFigures what="the student" />
        )}
      </Page>
    );
  const student = students.data.get(studentId ?? '');
  const isStaff = may('read', 'ballotScores', schoolId);
  // Others can't tell whether a student exists.
  if (!isStaff && (student === undefined || me === null || student.userId !== me.id)) return forbidden;
  if (student === undefined) return notFound;
  return isStaff ? (
    <ForStaff schoolId={schoolId} student={student} />
  ) : (
    <ForStudent schoolId={schoolId} student={student} />
  );
}

const currentSeason = (): string => seasonOf(new Date());

interface OneStudent {
  schoolId: string;
  student: Student;
}

function ForStaff({ schoolId, student }: OneStudent) {
  const address = useSeasonAddress();
  const { name, names, failure } = useSeason(schoolId, address.season);
  if (failure) return <Frame student={student} content={<LoadFailed what="the season" {...failure} />} />;
  if (name === undefined) return <Frame student={student} content={<LoadingFigures what="the season" />} />;
  return (
    <OfSeason student={student} season={name} seasons={names} back>
      <StaffCard key={name} schoolId={schoolId} student={student} season={name} />
    </OfSeason>
  );
}

function StaffCard({ schoolId, student, season }: OneStudent & { season: string }) {
  const record = useSeasonRecord({ schoolId, season });
  const figures = useQuery(
    api.metrics.season.queryOptions({
      input: { schoolId, season },
      meta: { failed: 'Failed to load the adjusted figures' },
    }),
  );
  const failure = record.failure ?? loadFailure(figures);
  if (failure) return <LoadFailed what="the student’s scores" {...failure} />;
  if (record.data === undefined || figures.data === undefined) return <LoadingFigures what="the student’s scores" />;
  const estimates = figures.data?.estimates.filter(({ studentId }) => studentId === student.id) ?? [];
  return (
    <Card student={student} season={season} scores={studentScores(record.data, student.id)} estimates={estimates} />
  );
}

function ForStudent({ schoolId, student }: OneStudent) {
  const address = useSeasonAddress();
  const scores = useQuery(
    api.ownScores.inSchool.queryOptions({ input: { schoolId }, meta: { failed: 'Failed to load your scores' } }),
  );
  const failure = loadFailure(scores);
  if (failure) return <Frame student={student} content={<LoadFailed what="your scores" {...failure} />} />;
  if (scores.data === undefined) return <Frame student={student} content={<LoadingFigures what="your scores" />} />;
  const own = scores.data.filter(({ studentId }) => studentId === student.id);
  const played = [...new Set(own.map((score) => score.season))].toSorted().toReversed();
  const season = address.season ?? played[0] ?? currentSeason();
  return (
    <OfSeason student={student} season={season} seasons={[...new Set([season, ...played])].toSorted().toReversed()}>
      <StudentCard
        key={season}
        schoolId={schoolId}
        student={student}
        season={season}
        scores={own.filter((score) => score.season === season)}
      />
    </OfSeason>
  );
}

function StudentCard({ schoolId, student, season, scores }: OneStudent & { season: string; scores: OwnScore[] }) {
  const estimates = useQuery(
    api.metrics.own.queryOptions({
      input: { schoolId, season },
      meta: { failed: 'Failed to load your adjusted figures' },
    }),
  );
  const failure = loadFailure(estimates);
  if (failure) return <LoadFailed what="your adjusted figures" {...failure} />;
  if (estimates.data === undefined) return <LoadingFigures what="your adjusted figures" />;
  return <Card student={student} season={season} scores={scores} estimates={estimates.data} />;
}

interface CardProps {
  student: Student;
  season: string;
  scores: OwnScore[];
  estimates: Estimate[];
}

const Card = ({ student, season, ...figures }: CardProps) => (
  <FeedbackCard name={student.name} mark={markOf(student, season)} season={season} {...figures} />
);

interface OfSeasonProps {
  student: Student;
  season: string;
  /** Newest first. */
  seasons: readonly string[];
  /** With a way to the season's students. */
  back?: boolean;
  children: ReactNode;
}

function OfSeason({ student, season, seasons, back = false, children }: OfSeasonProps) {
  const navigate = useNavigate();
  const choose = (chosen: string) =>
    void navigate({
      to: '/season/students/$studentId',
      params: { studentId: student.id },
      search: { season: chosen },
      replace: true,
    });
  const actions = (
    <>
      {back && (
        <ButtonLink to="/season/students" search={{ season }} variant="default">
          All students
        </ButtonLink>
      )}
      <Button variant="default" onClick={() => print()}>
        Print
      </Button>
    </>
  );
  const choice = (
    <Choice
      className={classes.season}
      label="Season"
      value={season}
      options={seasons.map((each) => ({ value: each, label: each }))}
      onChoose={choose}
    />
  );
  return (
    <Frame
      student={student}
      actions={actions}
      content={
        <>
          {choice}
          {children}
        </>
      }
    />
  );
}

function Frame({ student, actions, content }: { student: Student; actions?: ReactNode; content: ReactNode }) {
  return (
    <Page title={student.name} actions={actions}>
      {content}
    </Page>
  );
}
