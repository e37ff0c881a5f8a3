// The person's access tokens, with which programs and spreadsheets use Courtside for them.
import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { AccessToken } from '#contract/access-tokens.ts';
import { ConfirmDialog } from '#web/components/dialogs/confirm-dialog.tsx';
import { LoadFailed } from '#web/components/feedback/load-failed.tsx';
import { LinkField } from '#web/components/ui/link-field.tsx';
import { Section } from '#web/components/ui/section.tsx';
import { dayOf, momentOf } from '#web/format.ts';
import { sentences } from '#web/forms/form-words.ts';
import { calls } from '#web/server/calls.ts';
import { api, loadFailure } from '#web/server/query-client.ts';
import { useChange } from '#web/server/use-change.ts';
import { NewAccessToken } from './new-access-token.tsx';
import classes from './page.module.css';

const hasExpired = ({ expiresAt }: AccessToken): boolean => expiresAt.getTime() <= Date.now();

/** "Reads · Northfield Academy · ends Feb 24, 2027 · never used" */
function factsOf(token: AccessToken): string {
  return [
    token.canWrite ? 'Reads and changes' : 'Only reads',
    token.school ?? 'all your schools',
    `${hasExpired(token) ? 'ended' : 'ends'} ${dayOf(token.expiresAt)}`,
    token.lastUsedAt ? `last used ${momentOf(token.lastUsedAt)}` : 'never used',
  ].join(' · ');
}

export function AccessTokens() {
  const tokens = useQuery(
    api.session.accessTokens.queryOptions({ meta: { failed: 'Failed to load your access tokens' } }),
  );
  const [isMaking, setIsMaking] = useState(false);
  const [made, setMade] = useState<{ name: string; token: string } | null>(null);
  const [asked, setAsked] = useState<AccessToken | null>(null);
  const section = useRef<HTMLElement>(null);
  const end = useChange({
    send: (token: AccessToken) => calls.session.endAccessToken({ id: token.id }),
    ...sentences('Access token', 'ended', 'end'),
    onDone: () => {
      setAsked(null);
      setMade(null);
      // The row of the ended token, which had the keyboard, goes.
      section.current?.focus();
    },
  });
  const failure = loadFailure(tokens);
  return (
    <Section
      ref={section}
      className={classes.section}
      aria-busy={tokens.isPending}
      tabIndex={-1}
      id="access-tokens"
      title="Access tokens"
    >
      <p>
        A script or a spreadsheet can read your schools’ data with an access token, without your password, as{' '}
        <Anchor inherit underline="always" href="/api">
          the page about the API
        </Anchor>{' '}
        says. Changing your password ends all of them.
      </p>
      {failure && <LoadFailed what="your access tokens" {...failure} />}
      {made && (
        <LinkField
          label={`Access token “${made.name}”`}
          link={made.token}
          what="access token"
          description="Keep it as safe as a password. It is shown only now."
        />
      )}
      {tokens.data && tokens.data.length > 0 && (
        <ul className={classes.tokens}>
          {tokens.data.map((token) => (
            <li key={token.id}>
              <div>
                <strong>{token.name}</strong>
                <p>{factsOf(token)}</p>
              </div>
              <Button
                className={classes.end ?? ''}
                variant="default"
                size="compact-sm"
                aria-label={`${hasExpired(token) ? 'Remove' : 'End'} ${token.name}`}
                onClick={() => setAsked(token)}
              >
                {hasExpired(token) ? 'Remove' : 'End'}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isMaking && (
        <NewAccessToken
          onMade={(name, token) => {
            setMade({ name, token });
            setIsMaking(false);
            section.current?.focus();
          }}
        />
      )}
      <div>
        <Button variant="default" onClick={() => setIsMaking(!isMaking)}>
          {isMaking ? 'Cancel' : 'Create an access token'}
        </Button>
      </div>
      {asked && (
        <ConfirmDialog
          title={`End “${asked.name}”?`}
          confirmLabel="End access token"
          pending={end.isPending}
          onConfirm={() => end.send(asked)}
          onCancel={() => setAsked(null)}
        >
          <p>Programs that use it are refused from then on.</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}
