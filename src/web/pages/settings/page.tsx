// Settings: the theme, the account, its password, and its sessions.
import { Group, Switch, Title, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useState } from 'react';
import { MIN_PASSWORD_LENGTH } from '#contract/words.ts';
import { calls, messageOf } from '#web/server/calls.ts';
import { CopyButton } from '#web/components/ui/copy-button.tsx';
import { Disclosure } from '#web/components/ui/disclosure.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { NewPasswordForm } from '#web/forms/password-form.tsx';
import { FactList } from '#web/components/table/record-card.tsx';
import { useSession } from '#web/state/session.ts';
import { useUnsaved } from '#web/state/unsaved.ts';
import classes from './page.module.css';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';

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
          <Group gap="sm">
            <code>{me.id}</code>
            <CopyButton value={me.id} what="user ID" />
          </Group>
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
          send={(currentPassword, newPassword) => calls.session.changePassword({ currentPassword, newPassword })}
        />
      </section>
      <SecondFactor />
      <Sessions />
    </Page>
  );
}
