// An entry's name as the link to its page, and what belongs to it.
import { RowLink } from '#web/components/table/row-link.tsx';
import { daysText } from '#web/format.ts';
import { currentSeason } from '#web/records/current-season.ts';
import { useSchool } from '#web/state/school.ts';
import { useSession } from '#web/state/session.ts';
import type { Entry, RosterProps, Team } from './roster-entry.ts';
import classes from './roster.module.css';

/** When a tournament is, or its season if that is another one: every season may have one with the same name. */
const whenOf = ({ startsOn = null, endsOn = null, season }: Entry): string => {
  if (startsOn ?? endsOn) return daysText(startsOn, endsOn);
  return season === undefined || season === currentSeason() ? '' : season;
};
/** The name of an entry where it stands alone. */
export const fullName = (entry: Entry): string => [entry.name, whenOf(entry)].filter(Boolean).join(', ');

const TournamentName = ({ entry }: { entry: Entry }) => (
  <span className={classes.name}>
    <RowLink to={`/season/tournaments/${entry.id}`}>{entry.name}</RowLink>{' '}
    <span className={classes.quiet}>{whenOf(entry)}</span>
  </span>
);

function TeamName({ entry, students }: { entry: Team; students: readonly Entry[] }) {
  const members = students.filter(({ teamId }) => teamId === entry.id);
  return (
    <span className={classes.name}>
      <RowLink to={`/season/teams/${entry.id}`}>{entry.name}</RowLink>
      {members.length > 0 && (
        <span className="facts">
          {members.map((student, index) => (
            <span key={student.id}>
              <StudentLink student={student} />
              {index < members.length - 1 && ', '}
            </span>
          ))}
        </span>
      )}
    </span>
  );
}

function StudentName({ entry, teams }: { entry: Entry; teams: readonly Team[] | undefined }) {
  const team = teams?.find(({ id }) => id === entry.teamId);
  return (
    <span className={classes.name}>
      <StudentLink student={entry} /> {team && <span className={classes.quiet}>({team.name})</span>}
    </span>
  );
}

/** A student's page is for the school's staff, and for the student. */
function StudentLink({ student }: { student: Entry }) {
  const { me } = useSession();
  const { may } = useSchool();
  const isOwn = me !== null && student.userId === me.id;
  if (!isOwn && !may('read', 'ballotScores')) return student.name;
  return <RowLink to={`/season/students/${student.id}`}>{student.name}</RowLink>;
}

type EntryNameProps = { entry: Entry } & Pick<RosterProps, 'roster'> & {
    [Key in 'teams' | 'students']: RosterProps[Key] | undefined;
  };

export function EntryName({ roster, entry, teams, students = [] }: EntryNameProps) {
  if (roster === 'teams') return <TeamName entry={entry} students={students} />;
  if (roster === 'students') return <StudentName entry={entry} teams={teams} />;
  return <TournamentName entry={entry} />;
}
