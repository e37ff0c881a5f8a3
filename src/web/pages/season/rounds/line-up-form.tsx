// Who did which part in a round: the staff choose students and the case's witnesses.
import { Button, Group, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Student } from '#contract/rosters.ts';
import type { LineUp, Round, RoundPart } from '#contract/rounds.ts';
import { areEleven, lineUpProblems } from '#metrics/lineup.ts';
import type { Part } from '#metrics/scores.ts';
import { FormConflict } from '#web/forms/form-conflict.tsx';
import { useEdit } from '#web/forms/use-edit.ts';
import { Form } from '#web/forms/form.tsx';
import { useTeams, witnessesOf } from '#web/records/queries.ts';
import { calls } from '#web/server/calls.ts';
import { useSchool } from '#web/state/school.ts';
import { LineUpFields, PrintedLineUp } from './line-up-fields.tsx';
import { newcomerProblems, studentOptions } from './line-up-options.ts';
import {
  LINE_UP_FIELDS,
  LINE_UP_LABELS,
  partsToShow,
  toParts,
  toRecord,
  toValues,
  witnessField,
  withRecord,
  type LineUpField,
} from './line-up-record.ts';
import { SavedLineUps } from './saved-line-ups.tsx';

interface LineUpFormProps {
  season: string;
  round: Round;
  /** Those of the side on the tournament's sheet. */
  parts: readonly Part[];
  /** As it was read in one answer: its version and its parts belong together. */
  lineUp: LineUp;
  /** The last line-up of this team for this side. */
  last: readonly RoundPart[] | undefined;
  students: readonly Student[];
}

export function LineUpForm({ season, round, parts, lineUp, last, students }: LineUpFormProps) {
  const { schoolId } = useSchool();
  const teams = useTeams().data ?? [];
  const witnesses = useQuery({ ...witnessesOf(round.caseId ?? ''), enabled: round.caseId !== null });
  const record = toRecord(lineUp);
  const edit = useEdit({
    what: 'Round',
    record,
    fields: LINE_UP_FIELDS,
    draftName: `line-up ${round.id}`,
    update: async (from, changed) => {
      // The server replaces the whole line-up: what is sent is built upon the version it is sent for, without students deleted since.
      const base = record.version === from.version ? record : from;
      const sent = { version: from.version, parts: toParts({ ...base, ...changed }) };
      try {
        return toRecord(await calls.rounds.setLineUp({ schoolId, roundId: round.id, ...sent }));
      } catch (error) {
        throw withRecord(error);
      }
    },
    shownIn: [],
    onSaved: () => {},
  });
  const { values, set, dirty, isFromDraft } = edit.form;

  const nameOf = (id: string): string => students.find((student) => student.id === id)?.name ?? 'Deleted student';
  const shown = partsToShow(parts, values);
  const problems = [
    ...lineUpProblems(
      Object.fromEntries(shown.flatMap((part) => (values[part] === null ? [] : [[part, nameOf(values[part])]]))),
      undefined,
      parts,
    ),
    ...newcomerProblems({ values, record, students, teams, teamId: round.teamId }),
  ];
  // Another case has other witnesses.
  const isOfCase = (id: string | null) => id !== null && witnesses.data?.some((witness) => witness.id === id);
  // Whoever is deleted while chosen here, or belongs to the case before, is no longer chosen.
  const isGone = ([field, id]: [string, string | null]) =>
    id !== null &&
    (field.endsWith(' witness')
      ? witnesses.data !== undefined && !isOfCase(id)
      : !students.some((student) => student.id === id));
  const gone = Object.entries(edit.form.changed).filter(isGone);
  if (gone.length > 0) set(Object.fromEntries(gone.map(([field]) => [field, null])));
  const startFrom = (from: readonly RoundPart[]): void => {
    const all = toValues(
      from.map((part) => ({ ...part, witnessId: isOfCase(part.witnessId) ? part.witnessId : null })),
    );
    const fields = LINE_UP_FIELDS.filter((field) =>
      parts.some((part) => field === part || field === witnessField(part)),
    );
    // What the sheet doesn't score stays as it is.
    set(Object.fromEntries(fields.map((field) => [field, all[field]])));
  };
  const textOf = (value: unknown, field: LineUpField): string => {
    if (value === null) return 'Nobody';
    const id = value as string;
    return field.endsWith(' witness') ? (witnesses.data?.find((each) => each.id === id)?.name ?? '') : nameOf(id);
  };
  const isReady = round.caseId === null || !witnesses.isLoading;
  const options = studentOptions({ students, teams, round, season, values });
  return (
    <section aria-labelledby="line-up">
      <Group justify="space-between" gap="xs">
        <Title order={2} id="line-up">
          Line-up
        </Title>
        <Group gap="xs" className="screen-only thumbs">
          <Button
            variant="light"
            size="compact-sm"
            disabled={!last || !isReady}
            onClick={() => last && startFrom(last)}
          >
            Same as last round with this side
          </Button>
          {round.teamId !== null && isReady && (
            <SavedLineUps teamId={round.teamId} side={round.side} parts={toParts(values)} onUse={startFrom} />
          )}
        </Group>
      </Group>
      {round.caseId === null && (
        <p className="quiet screen-only">Edit the round to choose its case, and then its witnesses.</p>
      )}
      <PrintedLineUp parts={parts} record={record} textOf={textOf} />
      <Form className="screen-only" onSubmit={edit.save}>
        <LineUpFields
          parts={parts}
          values={values}
          set={set}
          options={options}
          witnesses={witnesses.data ?? []}
          side={round.side}
        />
        {isFromDraft && <p className="quiet">What you had chosen before is still here. It isn’t saved yet.</p>}
        <Stack component="output" gap={0} my="sm">
          {problems.length === 0
            ? areEleven(parts)
              ? 'Six people have all eleven parts.'
              : 'Every part has a student.'
            : problems.map((problem) => <span key={problem}>{problem}</span>)}
        </Stack>
        <Group gap="xs" className="thumbs">
          <Button type="submit" loading={edit.saving} disabled={!dirty}>
            Save line-up
          </Button>
          {dirty && (
            <Button variant="default" onClick={() => edit.keepTheirs(record)}>
              Discard changes
            </Button>
          )}
          <FormConflict edit={edit} labels={LINE_UP_LABELS} text={textOf} />
        </Group>
      </Form>
    </section>
  );
}
