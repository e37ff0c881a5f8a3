import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { focusTitle } from '#web/state/title-focus.ts';
import { ButtonLink } from '#web/components/ui/links.tsx';
import { ISSUE_TRACKER } from '#web/product.ts';
import classes from './court-error.module.css';

interface CourtErrorProps {
  /** The status code, for a page that has one. */
  code?: string;
  title: string;
  text: ReactNode;
  illustration: ReactNode;
  /** The page's own buttons, which come first. */
  extra?: ReactNode;
  onBack?: () => void;
}

/** The layout of every error page: what happened and what to do next. */
export function CourtError({ code, title, text, illustration, extra, onBack }: CourtErrorProps) {
  useDocumentTitle(`${title} · Courtside`);
  return (
    <div className={classes.page}>
      <div>
        {code !== undefined && (
          <Text c="var(--mantine-color-anchor)" fz="sm" fw={600} lts="0.04em" mb="sm" className="tabular">
            <span>Error</span> {code}
          </Text>
        )}
        <Title order={1} ref={focusTitle} tabIndex={-1} fz="clamp(1.75rem, 1.3rem + 2vw, 2.5rem)">
          {title}
        </Title>
        <Stack gap="sm" maw="32rem" mt="md" fz="lg">
          {text}
        </Stack>
        <Group gap="sm" mt="lg" className="fill-on-phones">
          {extra}
          <ButtonLink to="/" variant={extra === undefined ? 'filled' : 'default'}>
            Return to Home
          </ButtonLink>
          {onBack !== undefined && (
            <Button variant="default" onClick={onBack}>
              Go Back
            </Button>
          )}
        </Group>
        <Text fz="sm" c="dimmed" mt="lg">
          Is this our mistake?{' '}
          <Anchor href={ISSUE_TRACKER} target="_blank" rel="noreferrer" inherit underline="always">
            Report a bug or feature request
          </Anchor>
        </Text>
      </div>
      <div className={classes.picture}>{illustration}</div>
    </div>
  );
}
