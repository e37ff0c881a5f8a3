// Somebody without a school asks to join one. They find it by its name, and see which of their requests are open.
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Option } from '#web/components/forms/choice.tsx';
import { dayOf } from '#web/format.ts';
import { NoSchools } from '#web/support/no-schools.tsx';
import { RowButton } from '#web/components/table/row-button.tsx';
import { SearchChoice } from '#web/components/forms/search-choice.tsx';
import { Form } from '#web/forms/form.tsx';
import { calls } from '#web/server/calls.ts';
import { removing } from '#web/server/optimistic.ts';
import { api } from '#web/server/query-client.ts';
import { useLoad } from '#web/server/use-load.ts';
import { useChange } from '#web/server/use-change.ts';
import { useUnsaved } from '#web/state/unsaved.ts';
import { schoolOptions } from '#web/shell/school-switcher.tsx';
import { useServerChoice } from '#web/forms/use-server-choice.ts';
import { Section } from '#web/components/ui/section.tsx';

const MIN_LETTERS = 3;
export default function AskForAccess() {
  const mine = useLoad(api.accessRequests.mine, 'Failed to load your requests');
  const { chosen, isLongEnough, clear, field } = useServerChoice(
    (search) =>
      api.accessRequests.schoolsNamed.queryOptions({
        input: { search: search.trim() },
        meta: { failed: 'Failed to search for schools' },
        select: schoolOptions,
      }),
    MIN_LETTERS,
  );
  const [note, setNote] = useState('');
  useUnsaved(note.trim() !== '');
  const ask = useChange({
    send: ({ to, text }: { to: Option<string>; text: string }) =>
      calls.accessRequests.ask({ schoolId: to.value, note: text.trim() }),
    done: 'Request sent',
    failed: 'Failed to send the request',
    onDone: (_, { to, text }) => {
      clear(to);
      setNote((now) => (now === text ? '' : now));
    },
  });
  return (
    <>
      <NoSchools />
      <Section maw="36rem" mx="auto" mt="xl" id="ask-heading" title="Ask for access">
        <p>Your school’s Primary Admins and support see your request. Support adds you once it is confirmed.</p>
        {mine.data && mine.data.length > 0 && (
          <Stack component="ul" gap="xs" mb="md" aria-label="Your open requests">
            {mine.data.map((request) => (
              <Request key={request.id} {...request} />
            ))}
          </Stack>
        )}
        <Form onSubmit={() => chosen && ask.send({ to: chosen, text: note })}>
          <Stack gap="sm">
            <SearchChoice
              label="School"
              placeholder="Type at least three letters of its name"
              {...field}
              nothingFound={isLongEnough && chosen === null ? 'No school found by this name' : ''}
            />
            <TextInput
              label="Note (optional)"
              description="Helps the Primary Admin recognize you."
              maxLength={500}
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
            <div>
              <Button type="submit" disabled={chosen === null} loading={ask.isPending}>
                Ask for access
              </Button>
            </div>
          </Stack>
        </Form>
      </Section>
    </>
  );
}

function Request({ id, schoolName, createdAt }: Awaited<ReturnType<typeof calls.accessRequests.mine>>[number]) {
  const { send } = useChange({
    send: () => calls.accessRequests.withdraw({ id }),
    done: 'Request withdrawn',
    failed: 'Failed to withdraw the request',
    optimistic: { shownIn: [api.accessRequests.mine.key()], edit: removing(id) },
  });
  return (
    <Group component="li" justify="space-between" gap="0.5rem 1rem">
      {schoolName}, requested on {dayOf(createdAt)}{' '}
      <RowButton aria-label={`Withdraw the request to ${schoolName}`} onClick={() => send()}>
        Withdraw
      </RowButton>
    </Group>
  );
}
