// The person's access tokens, with which programs and spreadsheets use Courtside for them.
import { Anchor, Box, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { AccessToken } from '#contract/access-tokens.ts';
import { LinkField } from '#web/components/ui/link-field.tsx';
import { Section } from '#web/components/ui/section.tsx';
import { dayOf, factsText, momentOf } from '#web/format.ts';
import { ConfirmedButton } from '#web/forms/confirmed-button.tsx';
import { sentences } from '#web/forms/form-words.ts';
import { calls } from '#web/server/calls.ts';
import { Loaded } from '#web/server/loaded.tsx';
import { api } from '#web/server/query-client.ts';
import { useLoad } from '#web/server/use-load.ts';
import { endsWithOne, useShownOnce } from '#web/server/use-shown-once.ts';
import { NewAccessToken, type Made } from './new-access-token.tsx';

const hasExpired = ({ expiresAt }: AccessToken): boolean => expiresAt.getTime() <= Date.now();

/** "Read only · Northfield Academy · expires Feb 24, 2027 · never used" */
function factsOf(token: AccessToken): string {
  return factsText(
    token.canWrite ? 'Read and write' : 'Read only',
    token.school ?? 'all your schools',
    `${hasExpired(token) ? 'expired' : 'expires'} ${dayOf(token.expiresAt)}`,
    token.lastUsedAt ? `last used ${momentOf(token.lastUsedAt)}` : 'never used',
  );
}

const END = ['End', 'ended', 'Programs that use it will no longer have access.'] as const;
const REMOVE = ['Remove', 'removed', 'It has expired, so no program has access with it.'] as const;

export function AccessTokens() {
  const tokens = useLoad(api.session.accessTokens, 'Failed to load your access tokens');
  const [isMaking, setIsMaking] = useState(false);
  const [made, show] = useShownOnce<Made, AccessToken[]>(tokens, endsWithOne);
  return (
    <Section aria-busy={tokens.isPending} tabIndex={-1} id="access-tokens" title="Access tokens">
      <p>
        With an access token, a script or a spreadsheet can use your schools’ data without your password.{' '}
        <Anchor inherit underline="always" href="/api">
          The API page
        </Anchor>{' '}
        shows how. Changing your password ends all access tokens.
      </p>
      {made && (
        <LinkField
          label={`Access token “${made.name}”`}
          link={made.token}
          what="access token"
          description="Keep it as safe as a password. It is shown only now."
        />
      )}
      <Loaded what="your access tokens" of={{ tokens }} skeleton={null} empty={null}>
        {(loaded) => (
          <Stack component="ul" gap="md">
            {loaded.tokens.map((token) => {
              const [end, ended, consequence] = hasExpired(token) ? REMOVE : END;
              return (
                <Group component="li" wrap="nowrap" justify="space-between" gap="sm" key={token.id}>
                  <Box miw={0}>
                    <strong>{token.name}</strong>
                    <Text c="dimmed">{factsOf(token)}</Text>
                  </Box>
                  <ConfirmedButton
                    label={end}
                    className="thumb"
                    flex="none"
                    size="compact-sm"
                    aria-label={`${end} ${token.name}`}
                    title={`${end} “${token.name}”?`}
                    confirmLabel={`${end} access token`}
                    removesRow
                    change={{
                      send: () => calls.session.endAccessToken({ id: token.id }),
                      ...sentences('Access token', ended, end.toLowerCase()),
                      heldBack: [api.session.accessTokens.key()],
                    }}
                  >
                    <p>{consequence}</p>
                  </ConfirmedButton>
                </Group>
              );
            })}
          </Stack>
        )}
      </Loaded>
      {isMaking && (
        <NewAccessToken
          onMade={(token) => {
            show(token);
            setIsMaking(false);
          }}
        />
      )}
      <div>
        <Button variant="default" onClick={() => setIsMaking(!isMaking)}>
          {isMaking ? 'Cancel' : 'Create an access token'}
        </Button>
      </div>
    </Section>
  );
}
