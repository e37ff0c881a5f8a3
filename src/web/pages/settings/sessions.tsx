// Where the person is signed in, and how to end one of the other sessions or all of them.
import { Box, Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { Disclosure } from '#web/components/ui/disclosure.tsx';
import { momentOf } from '#web/format.ts';
import { PasswordForm } from '#web/forms/password-form.tsx';
import { calls } from '#web/server/calls.ts';
import { Loaded } from '#web/server/loaded.tsx';
import { api } from '#web/server/query-client.ts';
import { useLoad } from '#web/server/use-load.ts';
import { Section } from '#web/components/ui/section.tsx';

const HELD_BACK = [api.session.mine.key()];
const fieldTakesFocus = (form: HTMLElement | null): void => form?.querySelector('input')?.focus();

export function Sessions() {
  const sessions = useLoad(api.session.mine, 'Failed to load your sessions');
  const [ended, setEnded] = useState('');
  const [open, setOpen] = useState<string | null>(null);
  const hasOthers = (sessions.data?.length ?? 1) > 1;
  const isEnded = (text: string): void => {
    setOpen(null);
    setEnded(text);
  };
  return (
    <Section aria-busy={sessions.isPending} tabIndex={-1} id="sessions" title="Signed in">
      <Loaded what="your sessions" of={{ sessions }} skeleton={<Box mih="1.55em" />}>
        {(loaded) => (
          <Stack component="ul" gap="xs" mih="1.55em">
            {loaded.sessions.map(({ id, browser, since, isThis }) => {
              const name = `${browser}, since ${momentOf(since)}`;
              return (
                <Group component="li" gap="sm" key={id}>
                  {name}
                  {isThis ? (
                    ' (this browser)'
                  ) : (
                    <Button
                      className="thumb"
                      variant="default"
                      size="compact-sm"
                      aria-label={`End ${name}`}
                      aria-expanded={id === open}
                      onClick={() => setOpen(id === open ? null : id)}
                    >
                      End
                    </Button>
                  )}
                  {id === open && !isThis && (
                    <Box ref={fieldTakesFocus} flex="1 0 100%">
                      <PasswordForm
                        label="Your password, to end this session"
                        action="End this session"
                        failed="Failed to end the session"
                        send={(currentPassword) => calls.session.endOne({ currentPassword, sessionId: id })}
                        heldBack={HELD_BACK}
                        onDone={() => isEnded('The session has ended.')}
                      />
                    </Box>
                  )}
                </Group>
              );
            })}
          </Stack>
        )}
      </Loaded>
      <output>{ended}</output>
      {hasOthers && open === null && (
        <Disclosure summary="End all other sessions">
          <PasswordForm
            label="Your password"
            action="End other sessions"
            failed="Failed to end the other sessions"
            send={(currentPassword) => calls.session.endOthers({ currentPassword })}
            heldBack={HELD_BACK}
            onDone={() => isEnded('Other sessions have ended.')}
          />
        </Disclosure>
      )}
    </Section>
  );
}
