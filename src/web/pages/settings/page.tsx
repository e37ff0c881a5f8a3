// Settings: the theme, the account, its password, its sessions, and its access tokens.
import { Group, Switch, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useState } from 'react';
import { CopyButton } from '#web/components/ui/copy-button.tsx';
import { Disclosure } from '#web/components/ui/disclosure.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { NewPasswordForm } from '#web/forms/password-form.tsx';
import { FactList } from '#web/components/table/record-card.tsx';
import { useSignOnLink } from '#web/forms/use-sign-on-link.ts';
import { useSession } from '#web/state/session.ts';
import { useSignOnOffer } from '#web/state/sign-on.ts';
import { useUnsaved } from '#web/state/unsaved.ts';
import { AccessTokens } from './access-tokens.tsx';
import classes from './page.module.css';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';
import { Section } from '#web/components/ui/section.tsx';
import { SingleSignOn } from './single-sign-on.tsx';

export default function SettingsPage() {
  const { me } = useSession();
  const scheme = useComputedColorScheme('light');
  // Suspending transitions would add a style element, which the content security policy refuses.
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const [typing, setTyping] = useState(false);
  useUnsaved(typing);
  const offer = useSignOnOffer();
  const link = useSignOnLink();
  if (!me) return null;
  const hasUseForPassword = !offer?.isOnlyWay || link?.hasPassword === true;
  return (
    <Page title="Settings" narrow>
      <div className={classes.sections}>
        <Section id="appearance" title="Appearance">
          <Switch
            label="Dark theme"
            checked={scheme === 'dark'}
            onChange={(event) => setColorScheme(event.currentTarget.checked ? 'dark' : 'light')}
          />
        </Section>
        <Section id="account" title="Account">
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
        </Section>
        <SingleSignOn email={me.email} />
        {hasUseForPassword && (
          <Section id="password" title="Password">
            <Disclosure summary="Change your password">
              <NewPasswordForm onTyping={setTyping} />
            </Disclosure>
          </Section>
        )}
        <SecondFactor />
        <Sessions />
        <AccessTokens />
      </div>
    </Page>
  );
}
