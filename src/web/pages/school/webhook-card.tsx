// One webhook: whether it is on, its new secret, its messages, and what its Primary Admin can do with it.
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Webhook } from '#contract/webhooks.ts';
import { ConfirmDialog } from '#web/components/dialogs/confirm-dialog.tsx';
import { Disclosure } from '#web/components/ui/disclosure.tsx';
import { LinkField } from '#web/components/ui/link-field.tsx';
import { StatusMark } from '#web/components/ui/status-mark.tsx';
import { dayOf } from '#web/format.ts';
import { sentences } from '#web/forms/form-words.ts';
import { calls } from '#web/server/calls.ts';
import { useChange } from '#web/server/use-change.ts';
import { useSchool } from '#web/state/school.ts';
import { WebhookMessages } from './webhook-messages.tsx';
import classes from './webhooks.module.css';

interface WebhookCardProps {
  webhook: Webhook;
  /** Shown once, after it was made. */
  secret: string | null;
  onSecret: (secret: string) => void;
  onRemoved: () => void;
}

const QUESTIONS = {
  off: {
    title: 'Turn off the webhook?',
    confirm: 'Turn off',
    text: 'Messages that still wait are dropped, and changes are not told until you turn it on again.',
  },
  renew: {
    title: 'Renew the secret?',
    confirm: 'Renew secret',
    text: 'The new secret is shown once. The present one is accepted for one more day, so that you have time to change it at the receiver.',
  },
  remove: {
    title: 'Delete the webhook?',
    confirm: 'Delete webhook',
    text: 'Its messages are deleted, too, and those that still wait are not sent.',
  },
};

/** "api.example.org": the address itself can be long, and part of it a secret. */
const hostOf = (url: string): string => new URL(url).host;

export function WebhookCard({ webhook, secret, onSecret, onRemoved }: WebhookCardProps) {
  const { schoolId } = useSchool();
  const { id, url, offSince } = webhook;
  const one = { schoolId, id };
  const [asked, setAsked] = useState<keyof typeof QUESTIONS | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const test = useChange({
    send: () => calls.webhooks.test(one),
    done: 'Test sent. Its answer appears in the messages.',
    failed: 'Failed to send a test',
  });
  const turnOff = useChange({
    send: () => calls.webhooks.turn({ ...one, on: false }),
    ...sentences('Webhook', 'turned off', 'turn off'),
    onDone: () => setAsked(null),
  });
  const turnOn = useChange({
    send: () => calls.webhooks.turn({ ...one, on: true }),
    ...sentences('Webhook', 'turned on', 'turn on'),
  });
  const renew = useChange({
    send: () => calls.webhooks.renewSecret(one),
    ...sentences('Secret', 'renewed', 'renew'),
    onDone: (made) => {
      setAsked(null);
      onSecret(made.secret);
    },
  });
  const remove = useChange({
    send: () => calls.webhooks.remove(one),
    ...sentences('Webhook', 'deleted', 'delete'),
    onDone: () => {
      setAsked(null);
      onRemoved();
    },
  });
  const confirmed = { off: turnOff, renew, remove };
  const about = `webhook to ${hostOf(url)}`;
  return (
    <li className={classes.webhook}>
      <p className={classes.head}>
        <code className={classes.address}>{url}</code>
        <StatusMark tone={offSince === null ? 'green' : webhook.offReason === 'failures' ? 'red' : 'gray'}>
          {offSince === null ? 'On' : 'Off'}
        </StatusMark>
      </p>
      <p>{stateText(webhook)}</p>
      {secret !== null && (
        <LinkField
          label="Secret"
          link={secret}
          what="secret"
          description="The receiver checks with it that a message is from here. It is shown only now."
        />
      )}
      <div className={classes.buttons}>
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
          disabled={turnOff.isPending || turnOn.isPending}
          onClick={() => (offSince === null ? setAsked('off') : turnOn.send())}
        >
          {offSince === null ? 'Turn off' : 'Turn on'}
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Renew secret: ${about}`}
          onClick={() => setAsked('renew')}
        >
          Renew secret
        </Button>
        <Button variant="default" size="compact-sm" aria-label={`Delete: ${about}`} onClick={() => setAsked('remove')}>
          Delete
        </Button>
      </div>
      <Disclosure summary="Messages" onOpen={() => setIsOpen(true)}>
        {isOpen && <WebhookMessages id={id} />}
      </Disclosure>
      {asked !== null && (
        <ConfirmDialog
          title={QUESTIONS[asked].title}
          confirmLabel={QUESTIONS[asked].confirm}
          isDangerous={asked !== 'renew'}
          removesRow={asked === 'remove'}
          pending={confirmed[asked].isPending}
          onConfirm={() => confirmed[asked].send()}
          onCancel={() => setAsked(null)}
        >
          <p>{QUESTIONS[asked].text}</p>
        </ConfirmDialog>
      )}
    </li>
  );
}

function stateText({ madeBy, createdAt, offSince, offReason }: Webhook): string {
  if (offSince === null) return `${madeBy ?? 'Somebody'} added it on ${dayOf(createdAt)}.`;
  if (offReason === 'person') return `Turned off on ${dayOf(offSince)}. Changes since then are not told.`;
  return `The server turned it off on ${dayOf(offSince)}, after repeated failures. Check the receiver, then turn it on again. Changes in between are not told.`;
}
