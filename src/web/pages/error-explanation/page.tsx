// What each error code means, in groups, with a link to its page.
import { Box, Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { AskSupport } from '#web/support/ask-support.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { TextLink } from '#web/components/ui/links.tsx';
import type { CourtCode } from '#web/components/feedback/court-codes.ts';

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
          <Box component="dl" mt="xs" mb={0} className="ruled">
            {codes.map(([code, meaning]) => (
              <Group key={code} gap={0} py="sm" align="start" wrap="nowrap">
                <Box component="dt" w="4rem" flex="none" ff="heading" fz="lg" className="tabular">
                  {/* The lines of the table are far enough apart for a thumb. */}
                  <TextLink to={`/${code}`} underline="always" py="0.6875rem">
                    {code}
                  </TextLink>
                </Box>
                <dd>
                  {meaning}{' '}
                  {code === 503 && (
                    <TextLink to="/status" underline="always">
                      See the status page
                    </TextLink>
                  )}
                </dd>
              </Group>
            ))}
          </Box>
        </Box>
      ))}
    </Page>
  );
}
