// What each error code means, in groups, with a link to its page.
import { Box, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { AskSupport } from '#web/support/ask-support.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { TextLink } from '#web/components/ui/links.tsx';
import type { CourtCode } from '#web/components/feedback/court-codes.ts';
import classes from './page.module.css';

const GROUPS: { title: string; codes: [CourtCode, ReactNode][] }[] = [
  { title: 'Not found', codes: [[404, 'The page doesn’t exist or has moved.']] },
  {
    title: 'Access',
    codes: [
      [401, 'You need to log in to see this.'],
      [
        403,
        <>
          You don’t have permission to see this.{' '}
          <AskSupport before="If you should, " otherwise="If you should, ask your school’s Primary Admin." />
        </>,
      ],
      [402, 'This needs a paid plan. Upgrade to use it.'],
    ],
  },
  {
    title: 'Server',
    codes: [
      [500, 'The server has a problem. Try again in a few minutes.'],
      [503, 'Our services are temporarily down.'],
    ],
  },
  {
    title: 'Requests',
    codes: [
      [418, 'A playful answer to impossible requests.'],
      [429, 'Too many requests. Slow down and try again in a moment.'],
    ],
  },
];

export default function ErrorExplanationPage() {
  return (
    <Page title="Error Explanation" intro="What the codes on our error pages mean, and what to do." narrow>
      {GROUPS.map(({ title, codes }) => (
        <Box component="section" key={title} mb="lg">
          <Title order={2}>{title}</Title>
          <dl className={classes.codes}>
            {codes.map(([code, meaning]) => (
              <div key={code}>
                <dt>
                  <TextLink to={`/${code}`} underline="always">
                    {code}
                  </TextLink>
                </dt>
                <dd>
                  {meaning}{' '}
                  {code === 503 && (
                    <TextLink to="/status" underline="always">
                      See the status page
                    </TextLink>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </Box>
      ))}
    </Page>
  );
}
