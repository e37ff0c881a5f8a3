// What a file doesn't say about its ballots: asked once, and never guessed. The community's workbook says neither tournament, team
// nor season.
import { Button, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ImportChoices } from '#contract/season-files.ts';
import { Choice } from '#web/components/forms/choice.tsx';
import { listText } from '#web/format.ts';
import { Form } from '#web/forms/form.tsx';
import { seasonsToChoose } from '#web/records/current-season.ts';
import { tournamentsOf, useTeams } from '#web/records/queries.ts';
import { useSchool } from '#web/state/school.ts';
import type { Found } from './preview.tsx';

const FACTS = ['tournament', 'team', 'season'] as const;
type Fact = (typeof FACTS)[number];
type Answers = Partial<Record<Fact, string>>;

interface MissingFactsProps {
  missing: Found['missing'];
  choices: ImportChoices;
  onDecide: (choices: ImportChoices) => void;
}

export const unansweredFacts = (missing: Found['missing'], choices: ImportChoices): Fact[] =>
  FACTS.filter((fact) => missing[fact] && choices[fact] === undefined);

export function MissingFacts({ missing, choices, onDecide }: MissingFactsProps) {
  const asked = FACTS.filter((fact) => missing[fact]);
  const [answers, setAnswers] = useState<Answers>({});
  const tournaments = useQuery(tournamentsOf(useSchool().schoolId));
  const teams = useTeams();
  if (asked.length === 0) return null;
  const of = (fact: Fact): string => answers[fact] ?? choices[fact] ?? '';
  const given = Object.fromEntries(asked.map((fact) => [fact, of(fact).trim()])) as Answers;
  const isAnswered = asked.every((fact) => given[fact] === choices[fact]);
  const set = (fact: Fact) => (text: string) => setAnswers((before) => ({ ...before, [fact]: text }));
  return (
    <Stack component={Form} gap="md" align="flex-start" w="100%" onSubmit={() => onDecide(given)}>
      <fieldset className="columns framed" style={{ width: '100%', '--column': '18rem' }}>
        <legend>Missing from this file: {listText(asked)}</legend>
        {missing.tournament && (
          <NameField label="Tournament" value={of('tournament')} known={tournaments.data} onType={set('tournament')} />
        )}
        {missing.team && <NameField label="Team" value={of('team')} known={teams.data} onType={set('team')} />}
        {missing.season && (
          <Choice
            label="Season"
            required
            placeholder="Choose a season"
            value={of('season') || null}
            options={seasonsToChoose().map((season) => ({ value: season, label: season }))}
            onChoose={set('season')}
          />
        )}
      </fieldset>
      <Button type="submit" variant={isAnswered ? 'default' : 'filled'}>
        Continue
      </Button>
    </Stack>
  );
}

interface NameFieldProps {
  label: string;
  value: string;
  known: readonly { name: string }[] | undefined;
  onType: (text: string) => void;
}

/** A name that the school may have. Any other name adds a record. */
function NameField({ label, value, known = [], onType }: NameFieldProps) {
  const list = useId();
  return (
    <>
      <TextInput
        label={label}
        description={`One of yours, or the name of a new ${label.toLowerCase()}`}
        required
        maxLength={200}
        autoComplete="off"
        list={list}
        value={value}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      <datalist id={list}>
        {[...new Set(known.map(({ name }) => name))].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
