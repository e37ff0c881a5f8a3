// The students of a season by role: what they scored, what can be said about them, and how surely.
import { Box, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { CELL_ROLES } from '#ballot/sheet/sheet.ts';
import { ROLES } from '#metrics/scores.ts';
import { Choice, OptionalChoice } from '#web/components/forms/choice.tsx';
import { Disclosure } from '#web/components/ui/disclosure.tsx';
import { EmptyState } from '#web/components/feedback/empty-state.tsx';
import { ButtonLink, TextLink } from '#web/components/ui/links.tsx';
import { saveText } from '#web/components/files/save-file.ts';
import { roleLabel, SIDE_LABELS, SIDE_OPTIONS } from '../../figure-words.ts';
import { useIsPhone } from '#web/components/ui/use-is-phone.ts';
import { Loaded } from '#web/server/loaded.tsx';
import type { Sort } from '#web/components/table/sort-button.tsx';
import {
  readStudentsAddress,
  STUDENT_ORDERS,
  toStudent,
  type StudentsAddress,
  type StudentsChange,
} from '../../address.ts';
import { figuresOf, useStudentsById } from '../../queries.ts';
import { useSeason } from '../../use-season.ts';
import { SeasonFrame, useFiguresSearch, useSeasonInput, useShownFigures } from '../season-frame.tsx';
import { useSeasonRecord } from '../use-season-record.ts';
import { Cards } from './cards.tsx';
import { Compare } from './compare.tsx';
import { axisLimit, Legend } from './dots.tsx';
import { Explanation } from './explanation.tsx';
import { markOf, ORDER_OPTIONS, roleLines, studentsCsv, type Lines } from './figures.ts';
import { Mark, RoleSection } from './role-section.tsx';
import classes from './page.module.css';
import { useChangeAddress } from '../../use-change-address.ts';

const orderOf = (by: string): Pick<StudentsChange, 'order' | 'reversed'> => ({
  order: STUDENT_ORDERS.find((order) => order === by),
  reversed: undefined,
});
export default function StudentsPage() {
  const asked = readStudentsAddress(useSearch({ strict: false }));
  // A phone shows one role at a time.
  const isPhone = useIsPhone();
  const changeAddress = useChangeAddress();
  const { season } = useSeason();
  const figures = useShownFigures();
  const roles =
    !figures || figures.sheetId === COLLEGE_28.id ? ROLES : CELL_ROLES.filter((role) => figures.verdicts[role]);
  // Each card has all of a student's scores, whatever was chosen for the other views.
  const isCards = asked.view === 'cards';
  const onPhone = { ...asked, role: asked.role ?? roles[0] ?? 'opening' };
  const address: StudentsAddress = isCards ? { view: 'cards' } : isPhone ? onPhone : asked;
  const change = (changed: StudentsChange) => changeAddress((latest) => readStudentsAddress({ ...latest, ...changed }));
  const { side, tournament, order } = address;
  const more = (
    <>
      <OptionalChoice
        label="Side"
        none="Both sides"
        value={side ?? null}
        options={SIDE_OPTIONS}
        onChoose={(chosen) => change({ side: chosen ?? undefined })}
      />
      <OptionalChoice
        label="Tournament"
        none="All tournaments"
        value={tournament ?? null}
        options={(season.data?.tournaments ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        onChoose={(chosen) => change({ tournament: chosen ?? undefined })}
      />
      <Choice
        label="Order"
        value={order ?? 'name'}
        options={[{ value: 'name', label: 'By name' }, ...ORDER_OPTIONS]}
        onChoose={(chosen) => change(orderOf(chosen))}
      />
    </>
  );
  return (
    <SeasonFrame
      title="Students"
      filters={
        !isCards && (
          <>
            <OptionalChoice
              label="Role"
              none={isPhone ? undefined : 'All roles'}
              value={address.role ?? null}
              options={roles.map((role) => ({ value: role, label: roleLabel(role) }))}
              onChoose={(role) => change({ role: role ?? undefined })}
            />
            {isPhone ? (
              <Disclosure summary="Side, tournament and order" isOpen={(side ?? tournament ?? order) !== undefined}>
                {more}
              </Disclosure>
            ) : (
              more
            )}
          </>
        )
      }
    >
      <OfSeason address={address} change={change} />
    </SeasonFrame>
  );
}

interface OfSeasonProps {
  address: StudentsAddress;
  change: (changed: StudentsChange) => void;
}

function OfSeason({ address, change }: OfSeasonProps) {
  const input = useSeasonInput();
  const record = useSeasonRecord(input);
  const students = useStudentsById();
  const loading = { record, students, figures: useQuery(figuresOf(input)) };
  return (
    <Loaded what="the students’ scores" of={loading}>
      {({ figures, ...loaded }) =>
        figures === null || loaded.record.ballots.length === 0 ? (
          <EmptyState
            title={`No ballots in ${input.season} yet`}
            text="Save a ballot with its line-up, and its students appear here."
          />
        ) : (
          <Students lines={{ figures, address, ...loaded }} change={change} />
        )
      }
    </Loaded>
  );
}

function Students({ lines, change }: Pick<OfSeasonProps, 'change'> & { lines: Lines }) {
  const { record, figures, students, address } = lines;
  const search = useFiguresSearch();
  const { role, side, tournament, order, reversed } = address;
  const roles = useMemo(
    () => roleLines({ record, figures, students, address: { role, side, tournament, order, reversed } }),
    [record, figures, students, role, side, tournament, order, reversed],
  );
  const isReversed = reversed === true;
  const sort: Sort = {
    by: order ?? 'name',
    // Figures begin with the largest, names with A.
    descending: (order !== undefined) !== isReversed,
    onSort: (by) => change(by === (order ?? 'name') ? { reversed: isReversed ? undefined : true } : orderOf(by)),
  };
  const limit = axisLimit(roles.flatMap((each) => each.lines));
  const shown = [
    ...(side === undefined ? [] : [SIDE_LABELS[side]]),
    ...record.tournaments.filter(({ id }) => id === tournament).map(({ name }) => name),
  ].join(', ');
  const scored = new Set(figures.estimates.map(({ studentId }) => studentId));
  const without = [...students.values()].filter(({ id, isArchived }) => !scored.has(id) && !isArchived);
  const view = address.view ?? 'picture';
  return (
    <>
      <Group justify="space-between" gap="xs" mb="sm" className="screen-only thumbs">
        <Group gap="xs">
          {(['picture', 'table', 'cards'] as const).map((each) => (
            <Button
              key={each}
              size="compact-md"
              variant={view === each ? 'light' : 'default'}
              aria-pressed={view === each}
              onClick={() => change({ view: each === 'picture' ? undefined : each })}
            >
              {{ picture: 'Picture', table: 'Table', cards: 'Feedback cards' }[each]}
            </Button>
          ))}
        </Group>
        <Group gap="xs">
          <Button
            size="compact-md"
            variant="default"
            onClick={() =>
              saveText(`students-${record.season}.csv`, 'text/csv;charset=utf-8', studentsCsv(roles, address.side))
            }
          >
            Download CSV
          </Button>
          <Button size="compact-md" variant="default" onClick={() => print()}>
            {view === 'cards' ? 'Print all students' : 'Print'}
          </Button>
        </Group>
      </Group>
      {view === 'cards' ? (
        <Cards record={record} figures={figures} students={students} />
      ) : (
        <>
          <Group align="flex-start" justify="space-between" gap="0 1.5rem" mb="xs">
            {view === 'picture' && <Legend />}
            <Explanation season={record.season} figures={figures} />
          </Group>
          {shown !== '' && (
            <Text maw="46rem" mb="md">
              <strong>
                Plain means and counts are for: {shown}. The adjusted figures always use the whole season.
              </strong>
            </Text>
          )}
          {roles.length === 0 && (
            <p>
              {figures.estimates.length === 0
                ? 'No line-up names a student yet. Enter each round’s line-up, and its students appear here.'
                : 'No student has a score here. Choose another role, side or tournament.'}
            </p>
          )}
          <div className={classes.beside} data-view={view}>
            <div>
              {roles.map((each) => (
                <RoleSection key={each.role} {...each} limit={limit} view={view} filtered={shown !== ''} sort={sort} />
              ))}
            </div>
            {scored.size > 1 && (
              <Compare
                students={[...students.values()].filter(({ id }) => scored.has(id))}
                one={address.one}
                other={address.other}
                change={change}
              />
            )}
          </div>
          {without.length > 0 && (
            <Disclosure summary={`Students without a score this season (${without.length})`}>
              <Box component="ul" className="columns" data-fill w="100%" style={{ '--column': '14rem' }}>
                {without.map((student) => (
                  <li key={student.id}>
                    <TextLink {...toStudent(student.id)} search={search}>
                      {student.name}
                    </TextLink>{' '}
                    {markOf(student, record.season) !== '' && <Mark>{markOf(student, record.season)}</Mark>}
                  </li>
                ))}
              </Box>
            </Disclosure>
          )}
          <Box component="p" mt="lg">
            <ButtonLink to="/season/line-up" search={search} variant="default">
              Try a line-up
            </ButtonLink>
          </Box>
        </>
      )}
    </>
  );
}
