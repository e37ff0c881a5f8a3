// Settings: the theme, the account, its password, its sessions, and its access tokens.
import { Group, Switch, useComputedColorScheme, useMantineColorScheme, Box } from '@mantine/core';
import { FactList } from '#web/components/table/record-card.tsx';
import { CopyButton } from '#web/components/ui/copy-button.tsx';
import { Disclosure } from '#web/components/ui/disclosure.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { Section } from '#web/components/ui/section.tsx';
import { dayOf } from '#web/format.ts';
import { NewPasswordForm } from '#web/forms/password-form.tsx';
import { useSignOnLink } from '#web/forms/use-sign-on-link.ts';
import { useSession } from '#web/state/session.ts';
import { useSignOnOffer } from '#web/state/sign-on.ts';
import { AccessTokens } from './access-tokens.tsx';
import classes from './page.module.css';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';

export default function SettingsPage() {
  const { me } = useSession();
  const scheme = useComputedColorScheme('light');
  // Suspending transitions would add a style element, which the content security policy refuses.
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
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
              <NewPasswordForm />
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

/** Whether the account is linked with an identity at the provider of single sign-on, and what signing out leaves open there. */
function SingleSignOn({ email }: { email: string }) {
  const offer = useSignOnOffer();
  const link = useSignOnLink();
  if (!offer) return null;
  const { name } = offer;
  return (
    <Section id="single-sign-on" title="Single sign-on" aria-busy={link === null}>
      <Box component="p" mih="1.55em">
        {link?.linkedAt && `Linked to ${name} since ${dayOf(link.linkedAt)}.`}
        {link?.linkedAt === null &&
          `Not linked yet. Signing in with ${name} links your account if ${name} knows you as ${email}.`}
      </Box>
      <p>
        Logging out ends your session in Courtside and leaves you signed in to {name}. On a shared computer, sign out
        there too.
      </p>
    </Section>
  );
}
