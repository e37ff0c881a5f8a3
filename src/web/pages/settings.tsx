// Settings: the theme, who one is, and the own password.
import { Switch, Title, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useState } from 'react';
import { SHORTEST_PASSWORD } from '#contract/session.ts';
import { calls, messageOf } from '#web/calls.ts';
import { CopyButton } from '#web/components/copy-button.tsx';
import { Disclosure } from '#web/components/disclosure.tsx';
import { Page } from '#web/components/page.tsx';
import { PasswordForm } from '#web/components/password-form.tsx';
import { FactList } from '#web/components/record-card.tsx';
import { useSession } from '#web/session.ts';
import { useUnsaved } from '#web/unsaved.ts';
import classes from './settings.module.css';

export function SettingsPage() {
  const { me } = useSession();
  const scheme = useComputedColorScheme('light');
  const { setColorScheme } = useMantineColorScheme();
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
          onChange={(event) => setColorScheme(event.currentTarget.checked ? 'dark' : 'light')}
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
        <PasswordForm
          shortest={SHORTEST_PASSWORD}
          explain={messageOf}
          onTyping={setTyping}
          onChange={(currentPassword, newPassword) => calls.session.changePassword({ currentPassword, newPassword })}
        />
      </section>
    </Page>
  );
}
