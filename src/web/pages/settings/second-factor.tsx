// Setting up a second factor, and turning it off: an authenticator app reads a QR code, and its first code turns it on.
import { Anchor, Box, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { Disclosure } from '#web/components/ui/disclosure.tsx';
import { CopyButton } from '#web/components/ui/copy-button.tsx';
import { lazily } from '#web/components/feedback/lazily.tsx';
import { PartNotLoaded } from '#web/components/feedback/not-loaded.tsx';
import { PasswordForm } from '#web/forms/password-form.tsx';
import { PlainField } from '#web/components/forms/plain-field.tsx';
import { SmallForm } from '#web/forms/small-form.tsx';
import { calls } from '#web/server/calls.ts';
import { Loaded } from '#web/server/loaded.tsx';
import { api, showSuccess } from '#web/server/query-client.ts';
import { useLoad } from '#web/server/use-load.ts';
import { useShownOnce } from '#web/server/use-shown-once.ts';
import { loadSession } from '#web/state/session.ts';
import { Section } from '#web/components/ui/section.tsx';

const QrCode = lazily(() => import('./qr-code.tsx'), PartNotLoaded, <Box h="13rem" />);

const CODES_MISSED = 'Your second factor is on. To get recovery codes, turn it off and set it up again.';

export function SecondFactor() {
  const status = useLoad(api.session.secondFactor, 'Failed to load your second factor');
  const [begun, setBegun] = useState<{ secret: string; uri: string } | null>(null);
  const [codes, showCodes] = useShownOnce<readonly string[], { isOn: boolean }>(status, ({ isOn }) => isOn);
  const setUp = (
    // Hidden until the status is known, it keeps its space, so that nothing below moves.
    <Stack key="off" gap="sm" {...(status.isPending && { style: { visibility: 'hidden' } })}>
      <p>Protect your account with a code from an authenticator app on your phone, besides your password.</p>
      <Disclosure summary="Set up a second factor">
        {!status.isPending && (
          <PasswordForm
            label="Password to set it up"
            action="Set up"
            failed="Failed to set up your second factor"
            send={(currentPassword) => calls.session.beginSecondFactor({ currentPassword })}
            onDone={setBegun}
          />
        )}
      </Disclosure>
    </Stack>
  );
  return (
    <Section aria-busy={status.isPending} id="second-factor" title="Second factor">
      {codes && <RecoveryCodes codes={codes} />}
      <Loaded what="your second factor" of={{ status }} skeleton={setUp}>
        {({ status: { isOn, recoveryCodesLeft } }) =>
          isOn ? (
            <>
              <p>
                Signing in requires your password and a code from your authenticator app. Recovery codes left:{' '}
                {recoveryCodesLeft}.
              </p>
              <Disclosure key="on" summary="Turn off the second factor">
                <PasswordForm
                  label="Password to turn it off"
                  action="Turn off"
                  failed="Failed to turn off your second factor"
                  send={(currentPassword, typed) =>
                    calls.session.removeSecondFactor({ currentPassword, code: typed('code') })
                  }
                  onDone={() => showCodes(null)}
                  afterwards={loadSession}
                >
                  <CodeField description="From your authenticator app, or a recovery code." />
                </PasswordForm>
              </Disclosure>
            </>
          ) : (
            !begun && setUp
          )
        }
      </Loaded>
      {begun && !status.data?.isOn && (
        <>
          <p>
            Scan this with your authenticator app, or type the key into it. If the app is on this device,{' '}
            <Anchor inherit underline="always" href={begun.uri}>
              open it with the key
            </Anchor>
            . Then enter the code that it shows.
          </p>
          <QrCode text={begun.uri} label="QR code for your authenticator app" />
          <Group component="p" gap="sm" style={{ overflowWrap: 'anywhere' }}>
            Key: <code>{begun.secret}</code> <CopyButton value={begun.secret} what="key" />
          </Group>
          <SmallForm
            action="Turn on"
            failed="Failed to turn on your second factor"
            send={(typed) => calls.session.confirmSecondFactor({ code: typed('code') })}
            heldBack={[api.session.secondFactor.key()]}
            onDone={({ recoveryCodes }) => {
              setBegun(null);
              showCodes(recoveryCodes);
            }}
            onMissed={() => showSuccess(CODES_MISSED)}
            onCancel={() => setBegun(null)}
            afterwards={loadSession}
          >
            <CodeField description="Six digits from your authenticator app." />
          </SmallForm>
        </>
      )}
    </Section>
  );
}

function CodeField({ description }: { description: string }) {
  return (
    <PlainField
      name="code"
      label="Code"
      description={description}
      autoComplete="one-time-code"
      spellCheck={false}
      required
    />
  );
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <Stack gap="sm" align="flex-start" className="callout" role="status">
      <p>
        <strong>The second factor is on.</strong> Keep these recovery codes somewhere safe: each signs you in once if
        you lose your phone. They are shown only now.
      </p>
      <ul aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <CopyButton value={codes.join('\n')} what="recovery codes" />
    </Stack>
  );
}
