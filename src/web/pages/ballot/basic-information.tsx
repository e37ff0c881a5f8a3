import { Button, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Doubt } from '#ballot/doubts.ts';
import type { Ballot, TextField } from '#ballot/form.ts';
import { suggestedName } from '#ballot/names.ts';
import { api } from '#web/server/query-client.ts';
import classes from './basic-information.module.css';

interface BasicInformationProps {
  ballot: Ballot;
  doubts: ReadonlyMap<TextField, Doubt>;
  onText: (field: TextField, text: string) => void;
  onConfirm: (field: TextField) => void;
}

const FIELDS = [
  ['judgeName', 'Judge Name'],
  ['pTeam', 'P Team'],
  ['dTeam', 'D Team'],
] as const;
const DOUBTS: Partial<Record<Doubt, string>> = { unread: 'Not read', unsure: 'Unsure: please compare' };
const RIGHT = 'It is right';
const LEAVE_EMPTY = 'Leave it empty';
const textId = (field: TextField): string => `text-${field}`;
/** What was pressed goes away: the focus goes to the field that it was about. */
const goTo = (field: TextField): void => document.querySelector<HTMLInputElement>(`#${textId(field)}`)?.focus();

const PAUSE_MS = 150;

interface LikeTeamProps {
  read: string;
  onChoose: (name: string) => void;
}

/** Offers the team that the database knows by a like name. It is never put in by itself. */
function LikeTeam({ read, onChoose }: LikeTeamProps) {
  const [name] = useDebouncedValue(read.trim(), PAUSE_MS);
  const like = useQuery({ ...api.teams.like.queryOptions({ input: { name } }), enabled: name !== '' });
  const suggestion = suggestedName(
    read,
    (like.data ?? []).map((team) => team.name),
  );
  if (suggestion === null) return null;
  return (
    <Button variant="subtle" size="xs" px={0} onClick={() => onChoose(suggestion)}>
      Did they mean “{suggestion}”?
    </Button>
  );
}

/** Judge and teams. */
export function BasicInformation({ ballot, doubts, onText, onConfirm }: BasicInformationProps) {
  return (
    <section className={classes.section} aria-labelledby="basic-information">
      <Title order={2} id="basic-information">
        Basic Information
      </Title>
      <div className={classes.fields}>
        {FIELDS.map(([field, label]) => {
          const doubt = doubts.get(field);
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
                  aria-label={`${doubt === 'unread' ? LEAVE_EMPTY : RIGHT}: ${label}`}
                  onClick={() => {
                    onConfirm(field);
                    goTo(field);
                  }}
                >
                  {doubt === 'unread' ? LEAVE_EMPTY : RIGHT}
                </Button>
              )}
              {field !== 'judgeName' && (
                <LikeTeam
                  read={ballot[field]}
                  onChoose={(name) => {
                    onText(field, name);
                    goTo(field);
                  }}
                />
              )}
            </div>
          );
        })}
      </div>
    </section>
  );
}
