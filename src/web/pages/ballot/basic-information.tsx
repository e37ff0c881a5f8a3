import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Doubt } from '#ballot/doubts.ts';
import type { Trial } from '#ballot/export.ts';
import type { Ballot, TextField } from '#ballot/form.ts';
import { suggestedName } from '#ballot/names.ts';
import { api } from '#web/server/query-client.ts';
import classes from './basic-information.module.css';
import { Section } from '#web/components/ui/section.tsx';
import { CaseNameChoice } from '#web/records/case-name-choice.tsx';

interface BasicInformationProps {
  ballot: Ballot;
  trial: Trial;
  doubts: ReadonlyMap<TextField, Doubt>;
  onText: (field: TextField, text: string) => void;
  onConfirm: (field: TextField) => void;
  onTrial: (trial: Trial) => void;
}

const FIELDS = [
  ['judgeName', 'Judge Name'],
  ['pTeam', 'P Team'],
  ['dTeam', 'D Team'],
] as const;
const DOUBTS: Partial<Record<Doubt, string>> = { unread: 'Couldn’t read', unsure: 'Please check' };

const textId = (field: TextField): string => `text-${field}`;
/** A button that disappears when it is pressed hands its focus to the field it was about. */
export const focusText = (field: TextField): void =>
  document.querySelector<HTMLInputElement>(`#${textId(field)}`)?.focus();

const TYPING_PAUSE_MS = 150;

/** Offers a known team with a similar name. Only a person puts it in. */
function SimilarTeam({ read, onChoose }: { read: string; onChoose: (name: string) => void }) {
  const [name] = useDebouncedValue(read.trim(), TYPING_PAUSE_MS);
  const similar = useQuery({ ...api.teams.similar.queryOptions({ input: { name } }), enabled: name !== '' });
  const suggestion = suggestedName(
    read,
    (similar.data ?? []).map((team) => team.name),
  );
  if (suggestion === null) return null;
  return (
    <Button variant="subtle" size="xs" px={0} onClick={() => onChoose(suggestion)}>
      Did they mean “{suggestion}”?
    </Button>
  );
}

/** Judge and teams, which are on the ballot, and the trial, which is not read from it. */
export function BasicInformation({ ballot, trial, doubts, onText, onConfirm, onTrial }: BasicInformationProps) {
  return (
    <Section small className="screen-only" id="basic-information" title="Basic Information">
      <div className={classes.fields}>
        {FIELDS.map(([field, label]) => {
          const doubt = doubts.get(field);
          const settle = doubt === 'unread' ? 'Leave blank' : 'Looks right';
          return (
            <div key={field}>
              <TextInput
                id={textId(field)}
                label={label}
                value={ballot[field]}
                autoComplete="off"
                maxLength={200}
                description={doubt && DOUBTS[doubt]}
                inputWrapperOrder={['label', 'input', 'description']}
                onChange={(event) => onText(field, event.currentTarget.value)}
                onKeyDown={(event) => event.key === 'Enter' && doubt && onConfirm(field)}
              />
              {doubt && (
                <Button
                  variant="default"
                  size="xs"
                  px="xs"
                  aria-label={`${settle}: ${label}`}
                  onClick={() => {
                    onConfirm(field);
                    focusText(field);
                  }}
                >
                  {settle}
                </Button>
              )}
              {field !== 'judgeName' && (
                <SimilarTeam
                  read={ballot[field]}
                  onChoose={(name) => {
                    onText(field, name);
                    focusText(field);
                  }}
                />
              )}
            </div>
          );
        })}
        <CaseNameChoice
          label="Case"
          caseName={trial.caseName}
          onChoose={(caseName) => onTrial({ ...trial, caseName })}
        />
        <TextInput
          label="Round"
          autoComplete="off"
          maxLength={20}
          value={trial.round}
          onChange={(event) => onTrial({ ...trial, round: event.currentTarget.value })}
        />
        <TextInput
          label="Date"
          type="date"
          value={trial.date}
          onChange={(event) => onTrial({ ...trial, date: event.currentTarget.value })}
        />
      </div>
    </Section>
  );
}
