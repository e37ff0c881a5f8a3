// The one form of a ballot of the season book: typed, read from a photo, checked a second time, corrected or edited.
import { Button, Group, Stack, Text } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import type { Sheet } from '#ballot/sheet/sheet.ts';
import { ScoreEditor } from '#web/ballots/score-editor.tsx';
import { Warning } from '#web/components/dialogs/delete-dialog.tsx';
import { ButtonLink } from '#web/components/ui/links.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { roundText, type SeasonRound } from '#web/records/season-rounds.ts';
import { conflictOf, messageOf } from '#web/server/calls.ts';
import type { toBallot } from '../address.ts';
import { BallotFactsForm } from './ballot-facts.tsx';
import { useRoundPeople } from './round-people.ts';
import classes from './page.module.css';

interface BallotEditorProps extends Omit<ComponentProps<typeof Page>, 'children'> {
  sheet: Sheet;
  /** Unknown until a photo has its round. */
  found: SeasonRound | undefined;
  /** For a form with the scores. */
  scores?: Pick<ComponentProps<typeof ScoreEditor>, 'scoring' | 'status' | 'photos' | 'read'>;
  /** For a form with judge, margin, ranks and comments. */
  facts?: Pick<ComponentProps<typeof BallotFactsForm>, 'draft' | 'change'>;
  above?: ReactNode;
  between?: ReactNode;
  below?: ReactNode;
  failure?: ReactNode;
  /** The button that sends the ballot. */
  submit?: ComponentProps<typeof Button<'button'>>;
  buttons?: ReactNode;
  /** Where Cancel leads. */
  cancel?: ReturnType<typeof toBallot>;
  /** Why the ballot can't be sent yet, or what happens when it is. */
  note?: string;
}

export const NOTE_ID = 'ballot-note';

export function BallotEditor({ sheet, found, scores, facts, above, between, below, ...props }: BallotEditorProps) {
  const { failure, submit, buttons, cancel, note, ...page } = props;
  const people = useRoundPeople(found);
  const isWhole = scores !== undefined && facts !== undefined;
  const isBeside = isWhole && scores.photos === undefined;
  return (
    <Page intro={found && roundText(found)} {...page}>
      <Stack gap="md" {...(!isWhole && { maw: '52rem' })}>
        {above}
        {/* Nothing that is typed while the ballot is on its way could be stored with it. */}
        <Stack gap="md" className={isBeside ? classes.beside : ''} inert={submit?.loading === true}>
          {scores && <ScoreEditor {...scores} hasTotals={isWhole} nameOf={(key) => people.nameOfScore(sheet, key)} />}
          {facts && (
            <Stack gap={between === undefined ? 0 : 'xs'} {...(between !== undefined && { maw: '52rem' })}>
              {between}
              <BallotFactsForm {...facts} sheet={sheet} found={found} people={people} />
            </Stack>
          )}
        </Stack>
        {below}
        {failure}
        <Group gap="xs" className="screen-only">
          {submit && <Button aria-describedby={NOTE_ID} {...submit} />}
          {buttons}
          {cancel && (
            <ButtonLink {...cancel} variant="default">
              Cancel
            </ButtonLink>
          )}
          <Text id={NOTE_ID} fz="sm" c="dimmed" flex="1 1 18rem">
            {note}
          </Text>
        </Group>
      </Stack>
    </Page>
  );
}

/** Why a change was not saved. What was typed stays. */
export function NotSaved({ error }: { error: unknown }) {
  if (error === null) return null;
  const conflict = conflictOf(error);
  if (conflict === null) return <Warning>{messageOf(error)} What you entered is still here.</Warning>;
  return (
    <Warning>
      {conflict.by ?? 'Someone'} changed this ballot while you were editing. What you entered is still here, beside the
      new values: look at it again, then save.
    </Warning>
  );
}
