// Settings: the theme, the account, its password, and its sessions.
import { Title, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MIN_PASSWORD_LENGTH } from '#contract/session.ts';
import { calls, messageOf } from '#web/server/calls.ts';
import { CopyButton } from '#web/components/copy-button.tsx';
import { Disclosure } from '#web/components/disclosure.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Page } from '#web/components/page.tsx';
import { NewPasswordForm, PasswordForm } from '#web/components/password-form.tsx';
import { FactList } from '#web/components/record-card.tsx';
import { Switch } from '#web/components/switch.tsx';
import { api, loadFailure } from '#web/server/query-client.ts';
import { useSession } from '#web/state/session.ts';
import { useUnsaved } from '#web/state/unsaved.ts';
import classes from './page.module.css';

export function SettingsPage() {
  const { me } = useSession();
  const scheme = useComputedColorScheme('light');
  // Suspending transitions would add a style element, which the content security policy refuses.
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const [typing, setTyping] = useState(false);
  useUnsaved(typing);
  if (!me) return null;
  return (
    <Page title="Settings" narrow>
      <section className={classes.section} aria-labelledby="appearance">
        <Title order={2} id="appearance">
          Appearance
        </Title>
        <Switch
          label="Dark theme"
          checked={scheme === 'dark'}
          onChange={(dark) => setColorScheme(dark ? 'dark' : 'light')}
        />
      </section>
      <section className={classes.section} aria-labelledby="account">
        <Title order={2} id="account">
          Account
        </Title>
        <FactList
          facts={[
            { label: 'Name', value: me.name },
            { label: 'Email', value: me.email },
          ]}
        />
        <Disclosure summary="Show User ID">
          <div className={classes.id}>
            <code>{me.id}</code>
            <CopyButton value={me.id} what="user ID" />
          </div>
        </Disclosure>
      </section>
      <section className={classes.section} aria-labelledby="password">
        <Title order={2} id="password">
          Password
        </Title>
        <NewPasswordForm
          minLength={MIN_PASSWORD_LENGTH}
          explain={messageOf}
          onTyping={setTyping}
          onChange={(currentPassword, newPassword) => calls.session.changePassword({ currentPassword, newPassword })}
        />
      </section>
      <Sessions />
    </Page>
  );
}

const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

function Sessions() {
  const sessions = useQuery(api.session.mine.queryOptions({ meta: { failed: 'Failed to load your sessions' } }));
  const [ended, setEnded] = useState(false);
  const failure = loadFailure(sessions);
  const hasOthers = (sessions.data?.length ?? 1) > 1;
  return (
    <section className={classes.section} aria-labelledby="sessions" aria-busy={sessions.isPending}>
      <Title order={2} id="sessions">
        Signed in
      </Title>
      {failure && <LoadFailed what="your sessions" {...failure} />}
      <ul className={classes.sessions}>
        {sessions.data?.map(({ id, browser, since, isThis }) => (
          <li key={id}>
            {browser}, since {days.format(since)}
            {isThis && ' (this browser)'}
          </li>
        ))}
      </ul>
      {(ended || hasOthers) && (
        <PasswordForm
          label="Your password"
          action="End other sessions"
          done="Other sessions have ended."
          explain={messageOf}
          onSubmit={async (currentPassword) => {
            await calls.session.endOthers({ currentPassword });
            setEnded(true);
            await sessions.refetch();
          }}
        />
      )}
    </section>
  );
}
