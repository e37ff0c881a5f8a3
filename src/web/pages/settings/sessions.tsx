// Where the person is signed in, and how to end one of the other sessions or all of them.
import { Button, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { PasswordForm } from '#web/components/password-form.tsx';
import { calls, messageOf } from '#web/server/calls.ts';
import { api, loadFailure } from '#web/server/query-client.ts';
import classes from './page.module.css';

const times = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

export function Sessions() {
  const sessions = useQuery(api.session.mine.queryOptions({ meta: { failed: 'Failed to load your sessions' } }));
  const [hasEnded, setEnded] = useState(false);
  const [only, setOnly] = useState<string | null>(null);
  const failure = loadFailure(sessions);
  const hasOthers = (sessions.data?.length ?? 1) > 1;
  const section = useRef<HTMLElement>(null);
  const choose = (id: string): void => {
    setOnly(id === only ? null : id);
    section.current?.querySelector('input')?.focus();
  };
  const chosen = sessions.data?.find(({ id, isThis }) => id === only && !isThis);
  return (
    <section ref={section} className={classes.section} aria-labelledby="sessions" aria-busy={sessions.isPending}>
      <Title order={2} id="sessions">
        Signed in
      </Title>
      {failure && <LoadFailed what="your sessions" {...failure} />}
      <ul className={classes.sessions}>
        {sessions.data?.map(({ id, browser, since, isThis }) => {
          const name = `${browser}, since ${times.format(since)}`;
          return (
            <li key={id}>
              {name}
              {isThis ? (
                ' (this browser)'
              ) : (
                <Button
                  className={classes.end ?? ''}
                  variant={id === only ? 'filled' : 'default'}
                  size="compact-sm"
                  aria-label={`End ${name}`}
                  aria-pressed={id === only}
                  onClick={() => choose(id)}
                >
                  End
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {(hasEnded || hasOthers) && (
        <PasswordForm
          label="Your password"
          action={chosen ? 'End this session' : 'End other sessions'}
          done={hasOthers ? 'The session has ended.' : 'Other sessions have ended.'}
          explain={messageOf}
          onSubmit={async (currentPassword) => {
            await (chosen
              ? calls.session.endOne({ currentPassword, sessionId: chosen.id })
              : calls.session.endOthers({ currentPassword }));
            setEnded(true);
            setOnly(null);
            await sessions.refetch();
          }}
        />
      )}
    </section>
  );
}
