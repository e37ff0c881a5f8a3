// What a file would add: in words, row by row, and the questions that only a person can answer.
import { Stack, Text } from '@mantine/core';
import { useState, type ComponentProps } from 'react';
import type { Calls } from '#contract/index.ts';
import { MAX_MATCHED_NAMES } from '#contract/list-files.ts';
import type { ImportChoices } from '#contract/season-files.ts';
import { Choice } from '#web/components/forms/choice.tsx';
import { Disclosure } from '#web/components/ui/disclosure.tsx';
import { PreviewRows } from '#web/components/files/preview-rows.tsx';
import { listText } from '#web/format.ts';
import { useStudents } from '#web/records/queries.ts';
import { countsText } from './counts-text.ts';

export type Found = Awaited<ReturnType<Calls['seasonFiles']['preview']>>;

interface PreviewProps {
  found: Found;
  choices: ImportChoices;
  onDecide: (choices: ImportChoices) => void;
}

const STATE_WORDS = { new: 'New', same: 'Already saved', refused: 'Not imported' } as const;
const NEW = 'new';

const countOf = (rows: Found['rows'], wanted: keyof typeof STATE_WORDS): number =>
  rows.filter(({ state }) => state === wanted).length;

/** "This adds 12 ballots. 2 ballots of the file are already saved." */
export function WhatItAdds({ found: { problems, rows, adds } }: { found: Found }) {
  const [same, refused] = [countOf(rows, 'same'), countOf(rows, 'refused')];
  return (
    <>
      {problems.length > 0
        ? `This file has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}. Correct it and choose it again.`
        : `This adds ${countsText(adds)}.`}
      {same > 0 && ` ${countsText({ ballots: same })} of the file ${same === 1 ? 'is' : 'are'} already saved.`}
      {refused > 0 && ` ${countsText({ ballots: refused })} can’t be imported.`}
    </>
  );
}

export function Preview({ found, choices, onDecide }: PreviewProps) {
  const { problems, rows, lineUps, joins, namesakes } = found;
  return (
    <Stack gap="md" w="100%">
      <Rounds title="Two of your teams met in these rounds, which will be merged" rounds={joins} />
      {namesakes.length > 0 && (
        <Text>
          You have teams with these names, but they are imported as opponents from other schools: {listText(namesakes)}.
          If your own teams met, add the students of both to the file.
        </Text>
      )}
      <Rounds title="These rounds get their line-up from the file" rounds={lineUps.set} />
      <Rounds title="These rounds keep the line-up they have; the file’s is different" rounds={lineUps.kept} />
      {problems.length > 0 && (
        <ul className="bullets">
          {problems.map(({ line, message }) => (
            <li key={`${line} ${message}`}>
              <strong>Line {line}</strong> {message}
            </li>
          ))}
        </ul>
      )}
      <SameStudents found={found} choices={choices} onDecide={onDecide} />
      {rows.length > 0 && (
        <Disclosure
          isOpen={countOf(rows, 'refused') > 0}
          summary={`Show the ${countsText({ ballots: rows.length })} one by one`}
        >
          <PreviewRows
            label="Ballots of the file"
            columns={['Line', 'Tournament', 'Round', 'Judge', 'What happens']}
            rows={rows.map(({ line, tournament, round, judge, state, message }) => ({
              key: String(line),
              state,
              cells: [
                line,
                tournament,
                round,
                judge,
                message === null ? STATE_WORDS[state] : `${STATE_WORDS[state]}: ${message}`,
              ],
            }))}
          />
        </Disclosure>
      )}
    </Stack>
  );
}

function Rounds({ title, rounds }: { title: string; rounds: readonly string[] }) {
  if (rounds.length === 0) return null;
  return (
    <Text>
      {title}: {rounds.join('; ')}.
    </Text>
  );
}

/** Names that no student has: is it somebody the school knows, or somebody new? */
function SameStudents({ found, choices, onDecide }: PreviewProps) {
  const students = useStudents();
  const decided = new Map(choices.students?.map(({ name, studentId }) => [name, studentId]));
  // A name that was decided on is known from then on, and its question stays.
  const [asked, setAsked] = useState<readonly string[]>([]);
  const likely = new Map(found.unknown.map(({ name, suggestions }) => [name, suggestions]));
  const isLikely = (name: string): boolean => (likely.get(name)?.length ?? 0) > 0;
  const names = [...new Set([...asked, ...likely.keys()])];
  if (names.length > asked.length) setAsked(names.toSorted((a, b) => Number(isLikely(b)) - Number(isLikely(a))));
  if (names.length === 0 || students.data === undefined) return null;
  const decide = (name: string, studentId: string) => {
    const others = (choices.students ?? []).filter((one) => one.name !== name);
    onDecide({ students: studentId === NEW ? others : [...others, { name, studentId }] });
  };
  const more = names.length - MAX_MATCHED_NAMES;
  return (
    <fieldset className="columns framed" style={{ width: '100%', '--column': '18rem' }}>
      <legend>{names.length === 1 ? 'A name that no student has' : `${names.length} names that no student has`}</legend>
      {names.slice(0, MAX_MATCHED_NAMES).map((name) => {
        const suggested = new Set(likely.get(name) ?? []);
        return (
          <SameStudent
            key={name}
            label={suggested.size > 0 ? `${name} (perhaps a student you have)` : name}
            value={decided.get(name) ?? NEW}
            students={students.data.toSorted((a, b) => Number(suggested.has(b.id)) - Number(suggested.has(a.id)))}
            onChoose={(value) => decide(name, value)}
          />
        );
      })}
      {more > 0 && <Text>{more} more names will be added as new students.</Text>}
    </fieldset>
  );
}

interface SameStudentProps extends Pick<ComponentProps<typeof Choice<string>>, 'label' | 'onChoose'> {
  value: string;
  students: readonly { id: string; name: string }[];
}

/** Until somebody comes to the field, its list has only what is chosen: a hundred names may be asked about, each of hundreds of students. */
function SameStudent({ students, ...choice }: SameStudentProps) {
  const [isWhole, setWhole] = useState(false);
  const draw = () => setWhole(true);
  const options = [
    { value: NEW, label: 'A new student' },
    ...students.map(({ id, name }) => ({ value: id, label: `Same student as ${name}` })),
  ];
  return (
    <Choice
      {...choice}
      options={options.filter(({ value }) => isWhole || value === choice.value)}
      onFocus={draw}
      onPointerDown={draw}
    />
  );
}
