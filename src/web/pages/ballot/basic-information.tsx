import { Button, TextInput, Title } from '@mantine/core';
import type { Doubt } from '#ballot/doubts.ts';
import type { Ballot, TextField } from '#ballot/form.ts';
import { suggestedName } from '#ballot/names.ts';
import classes from './basic-information.module.css';

interface BasicInformationProps {
  ballot: Ballot;
  doubts: ReadonlyMap<TextField, Doubt>;
  /** Names of the teams that the database knows. */
  teams: readonly string[];
  onText: (field: TextField, text: string) => void;
}

const FIELDS = [
  ['judgeName', 'Judge Name'],
  ['pTeam', 'P Team'],
  ['dTeam', 'D Team'],
] as const;
const DOUBTS: Partial<Record<Doubt, string>> = { unread: 'Not read', unsure: 'Unsure: please compare' };

/** Judge and teams. A team that the database knows by a like name is suggested, and never put in by itself. */
export function BasicInformation({ ballot, doubts, teams, onText }: BasicInformationProps) {
  return (
    <section className={classes.section} aria-labelledby="basic-information">
      <Title order={2} id="basic-information">
        Basic Information
      </Title>
      <div className={classes.fields}>
        {FIELDS.map(([field, label]) => {
          const doubt = doubts.get(field);
          const suggestion = field === 'judgeName' ? null : suggestedName(ballot[field], teams);
          return (
            <div key={field}>
              <TextInput
                label={label}
                value={ballot[field]}
                autoComplete="off"
                maxLength={200}
                description={doubt && DOUBTS[doubt]}
                inputWrapperOrder={['label', 'input', 'description']}
                onChange={(event) => onText(field, event.currentTarget.value)}
              />
              {suggestion !== null && (
                <Button variant="subtle" size="compact-sm" onClick={() => onText(field, suggestion)}>
                  Did they mean “{suggestion}”?
                </Button>
              )}
            </div>
          );
        })}
      </div>
    </section>
  );
}
