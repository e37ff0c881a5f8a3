// The school's webhooks: addresses of other programs that hear of its changes. For its Primary Admins.
import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { MAX_WEBHOOKS, WEBHOOKS_FULL } from '#contract/words.ts';
import { Section } from '#web/components/ui/section.tsx';
import { sentences } from '#web/forms/form-words.ts';
import { Form } from '#web/forms/form.tsx';
import { calls } from '#web/server/calls.ts';
import { Loaded } from '#web/server/loaded.tsx';
import { api } from '#web/server/query-client.ts';
import { useLoad } from '#web/server/use-load.ts';
import { useChange } from '#web/server/use-change.ts';
import { useSchool } from '#web/state/school.ts';
import { useUnsaved } from '#web/state/unsaved.ts';
import { WebhookCard, type Made } from './webhook-card.tsx';

export function WebhooksSection() {
  const { schoolId } = useSchool();
  const webhooks = useLoad(api.webhooks.ofSchool, 'Failed to load webhooks', { schoolId });
  const [url, setUrl] = useState('');
  /** Of the webhook that was just added, or whose secret was just renewed. */
  const [shown, setShown] = useState<(Made & { id: string }) | null>(null);
  useUnsaved(url !== '');
  const make = useChange({
    send: (sent: string) => calls.webhooks.make({ schoolId, url: sent }),
    ...sentences('Webhook', 'added', 'add'),
    onDone: (made, sent) => {
      setShown({ ...made, previousUntil: null });
      setUrl((now) => (now === sent ? '' : now));
    },
  });
  return (
    <Section mt="xl" tabIndex={-1} id="webhooks" title="Webhooks">
      <p>
        A webhook tells another program when a ballot is saved, a round changes, or somebody asks for access. Its
        messages contain IDs, but no names or scores.
      </p>
      <Loaded what="the webhooks" of={{ webhooks }} skeleton={null}>
        {({ webhooks: all }) => (
          <>
            {all.length > 0 && (
              <ul className="ruled">
                {all.map((webhook) => (
                  <WebhookCard
                    key={webhook.id}
                    webhook={webhook}
                    made={shown?.id === webhook.id ? shown : null}
                    onMade={(made) => setShown({ id: webhook.id, ...made })}
                  />
                ))}
              </ul>
            )}
            {all.length >= MAX_WEBHOOKS ? (
              <p>{WEBHOOKS_FULL.FULL.message}</p>
            ) : (
              <Group component={Form} align="end" gap="sm" mt="md" onSubmit={() => url.trim() !== '' && make.send(url)}>
                <TextInput
                  flex="1 1 16rem"
                  label="Address of the other program"
                  placeholder="https://example.org/hook"
                  inputMode="url"
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  maxLength={2000}
                  value={url}
                  onChange={(event) => setUrl(event.currentTarget.value)}
                />
                <Button type="submit" variant="default" disabled={url.trim() === ''} loading={make.isPending}>
                  Add webhook
                </Button>
              </Group>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}
