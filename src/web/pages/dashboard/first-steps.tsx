// What a new Primary Admin does first. It leaves when the school has a team, a student and a tournament.
import { Box, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '#web/art/icons.tsx';
import { AskSupport } from '#web/support/ask-support.tsx';
import { TextLink } from '#web/components/ui/links.tsx';
import { useBook } from '#web/records/queries.ts';

interface FirstStepsProps {
  hasTeams: boolean;
  hasStudents: boolean;
  hasTournaments: boolean;
}

type Step = { done: boolean; what: string; how: ReactNode };

export default function FirstSteps({ hasTeams, hasStudents, hasTournaments }: FirstStepsProps) {
  const book = useBook();
  const steps: Step[] = [
    { done: hasTeams, what: 'Add your teams', how: <Below hash="teams">Choose “Add Team” under Teams.</Below> },
    {
      done: hasStudents,
      what: 'Add your students',
      how: <Below hash="students">Choose “Add Student” under Students; you can paste a list.</Below>,
    },
    {
      done: hasTournaments,
      what: 'Add your tournaments',
      how: <Below hash="tournaments">Choose “Add Tournament” under Tournaments.</Below>,
    },
    {
      done: book.data?.keepsBallots ?? false,
      what: 'Decide whether to keep ballots',
      how: (
        <TextLink to="/school" hash="season-book">
          Turn on “Keep ballots” on the School page to get records and figures.
        </TextLink>
      ),
    },
  ];
  return (
    <Box
      component="section"
      mb="lg"
      className="card"
      style={{ borderTop: '3px solid var(--courtside-brass)' }}
      aria-labelledby="first-steps"
    >
      <Title order={2} size="h3" id="first-steps">
        First steps
      </Title>
      <Stack component="ol" gap="xs" my="sm">
        {steps.map(({ done, what, how }) => (
          <Group component="li" key={what} align="stretch" wrap="nowrap" gap="sm" {...(done && { c: 'dimmed' })}>
            <Group
              component="span"
              justify="center"
              flex="none"
              w="1.375rem"
              h="1.375rem"
              bd="1.5px solid var(--courtside-brass)"
              bdrs="50%"
            >
              {done && <Icon name="check" size={16} />}
            </Group>
            <span>
              <strong>{what}</strong> {done ? '(done)' : how}
            </span>
          </Group>
        ))}
      </Stack>
      <Text inherit>
        Colleagues with an account ask for access on their dashboard, and you confirm them here. A super admin invites
        everyone else. <AskSupport before="To ask for an invitation, " />
      </Text>
    </Box>
  );
}

const Below = ({ hash, children }: { hash: string; children: string }) => (
  <TextLink to="/" hash={hash}>
    {children}
  </TextLink>
);
