// The last messages of a webhook, each with what its receiver answered.
import { Box, Group, Stack } from '@mantine/core';
import type { Delivery } from '#contract/webhooks.ts';
import { StatusMark, type Tone } from '#web/components/ui/status-mark.tsx';
import { counted, factsText, momentOf } from '#web/format.ts';
import { Loaded } from '#web/server/loaded.tsx';
import { api } from '#web/server/query-client.ts';
import { useLoad } from '#web/server/use-load.ts';
import { useSchool } from '#web/state/school.ts';

const TYPES: Record<Delivery['type'], string> = {
  'ballot.kept': 'Ballot saved',
  'round.changed': 'Round changed',
  'access_request.created': 'Access requested',
  test: 'Test',
};
const STATES: Record<Delivery['state'], { tone: Tone; word: string }> = {
  waiting: { tone: 'yellow', word: 'Waiting' },
  delivered: { tone: 'green', word: 'Delivered' },
  failed: { tone: 'red', word: 'Failed' },
};

export function WebhookMessages({ id }: { id: string }) {
  const { schoolId } = useSchool();
  const messages = useLoad(api.webhooks.deliveries, 'Failed to load messages', { schoolId, id });
  return (
    <Loaded
      what="the messages"
      of={{ messages }}
      skeleton={null}
      empty={<p>No messages yet. “Send a test” sends one.</p>}
    >
      {({ messages: all }) => (
        <Box component="ul" w="100%" className="ruled">
          {all.map((message) => (
            <Stack component="li" key={message.id} gap={0} py="sm">
              <Group component="p" justify="space-between" gap="0.25rem 0.75rem">
                <span>
                  {TYPES[message.type]} <span className="quiet">{momentOf(message.createdAt)}</span>
                </span>
                <StatusMark tone={STATES[message.state].tone}>{STATES[message.state].word}</StatusMark>
              </Group>
              <p className="quiet">{factsOf(message)}</p>
              {message.answer !== null && message.answer !== '' && (
                <Box
                  component="pre"
                  mah="10rem"
                  mt="xs"
                  mb={0}
                  px="sm"
                  py="xs"
                  bd="1px solid var(--courtside-line)"
                  bdrs="md"
                  fz="sm"
                  className="scrolls breaks"
                  style={{ whiteSpace: 'pre-wrap' }}
                >
                  {message.answer}
                </Box>
              )}
            </Stack>
          ))}
        </Box>
      )}
    </Loaded>
  );
}

/** "Answered 500 in 12 ms · 2 attempts · next attempt Nov 26, 2026, 6:40 AM". */
function factsOf({ state, attempts, nextAttemptAt, status, problem, tookMs }: Delivery): string {
  return factsText(
    status !== null && `Answered ${status} in ${tookMs} ms`,
    problem,
    attempts > 0 && counted(attempts, 'attempt'),
    attempts > 0 && state === 'waiting' && `next attempt ${momentOf(nextAttemptAt)}`,
  );
}
