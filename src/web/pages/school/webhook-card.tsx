// One webhook: whether it is on, its new secret, its messages, and what its Primary Admin can do with it.
import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Webhook } from '#contract/webhooks.ts';
import { ConfirmDialog } from '#web/components/dialogs/confirm-dialog.tsx';
import { Disclosure } from '#web/components/ui/disclosure.tsx';
import { LinkField } from '#web/components/ui/link-field.tsx';
import { StatusMark } from '#web/components/ui/status-mark.tsx';
import { dayOf } from '#web/format.ts';
import { ConfirmedButton } from '#web/forms/confirmed-button.tsx';
import { sentences } from '#web/forms/form-words.ts';
import { calls } from '#web/server/calls.ts';
import { api } from '#web/server/query-client.ts';
import { useChange } from '#web/server/use-change.ts';
import { useSchool } from '#web/state/school.ts';
import { WebhookMessages } from './webhook-messages.tsx';

export type Made = { secret: string; previousUntil: Date | null };

interface WebhookCardProps {
  webhook: Webhook;
  /** Shown once, after it was made. */
  made: Made | null;
  onMade: (made: Made) => void;
}

/** Without the scheme, for names of buttons: a school may have several webhooks on one host. */
const addressOf = (url: string): string => url.replace(/^https?:\/\//, '');

export function WebhookCard({ webhook, made, onMade }: WebhookCardProps) {
  const { schoolId } = useSchool();
  const { id, url, offSince } = webhook;
  const one = { schoolId, id };
  const [isAsked, setAsked] = useState(false);
  const test = useChange({
    send: () => calls.webhooks.test(one),
    done: 'Test sent. Its answer appears in the messages.',
    failed: 'Failed to send a test',
  });
  const turnOff = useChange({
    send: () => calls.webhooks.turn({ ...one, on: false }),
    ...sentences('Webhook', 'turned off', 'turn off'),
    onDone: () => setAsked(false),
  });
  const turnOn = useChange({
    send: () => calls.webhooks.turn({ ...one, on: true }),
    ...sentences('Webhook', 'turned on', 'turn on'),
  });
  const isRenewed = made !== null && Number(webhook.previousUntil) > Number(made.previousUntil);
  const about = `webhook to ${addressOf(url)}`;
  return (
    <Stack component="li" gap="xs" py="md">
      <Group component="p" justify="space-between" gap="0.25rem 0.75rem">
        <code className="breaks">{url}</code>
        <StatusMark tone={offSince === null ? 'green' : webhook.offReason === 'failures' ? 'red' : 'gray'}>
          {offSince === null ? 'On' : 'Off'}
        </StatusMark>
      </Group>
      <p>{stateText(webhook)}</p>
      {isRenewed && <p>Someone has renewed the secret since. Ask them for the new one, or renew it again.</p>}
      {made !== null && !isRenewed && (
        <LinkField
          label="Secret"
          link={made.secret}
          what="secret"
          description="The other program uses it to check that a message comes from Courtside. It is shown only now."
        />
      )}
      <Group align="flex-end" gap="sm">
        {offSince === null && (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`Send a test: ${about}`}
            loading={test.isPending}
            onClick={() => test.send()}
          >
            Send a test
          </Button>
        )}
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Turn ${offSince === null ? 'off' : 'on'}: ${about}`}
          onClick={() => (offSince === null ? setAsked(true) : turnOn.send())}
        >
          {offSince === null ? 'Turn off' : 'Turn on'}
        </Button>
        <ConfirmedButton
          label="Renew secret"
          size="compact-sm"
          aria-label={`Renew secret: ${about}`}
          title="Renew the secret?"
          isDangerous={false}
          change={{
            send: () => calls.webhooks.renewSecret(one),
            ...sentences('Secret', 'renewed', 'renew'),
            onDone: onMade,
          }}
        >
          <p>
            The new secret is shown only once. The current one works for one more day, so you have time to change it in
            the other program.
          </p>
        </ConfirmedButton>
        <ConfirmedButton
          label="Delete"
          size="compact-sm"
          aria-label={`Delete: ${about}`}
          title="Delete the webhook?"
          confirmLabel="Delete webhook"
          removesRow
          change={{
            send: () => calls.webhooks.remove(one),
            ...sentences('Webhook', 'deleted', 'delete'),
            heldBack: [api.webhooks.ofSchool.key()],
          }}
        >
          <p>Its messages are deleted, and any that are still waiting aren’t sent.</p>
        </ConfirmedButton>
      </Group>
      <Disclosure summary="Messages">{() => <WebhookMessages id={id} />}</Disclosure>
      {isAsked && (
        <ConfirmDialog
          title="Turn off the webhook?"
          confirmLabel="Turn off"
          pending={turnOff.isPending}
          onConfirm={turnOff.send}
          onCancel={() => setAsked(false)}
        >
          <p>Waiting messages are dropped, and changes aren’t sent until you turn it on again.</p>
        </ConfirmDialog>
      )}
    </Stack>
  );
}

function stateText({ madeBy, createdAt, offSince, offReason }: Webhook): string {
  if (offSince === null) return `${madeBy ?? 'Somebody'} added it on ${dayOf(createdAt)}.`;
  if (offReason === 'person') return `Turned off on ${dayOf(offSince)}. Changes since then aren’t sent.`;
  return `The server turned it off on ${dayOf(offSince)}, after repeated failures. Check the other program, then turn it on again. Changes in between aren’t sent.`;
}
