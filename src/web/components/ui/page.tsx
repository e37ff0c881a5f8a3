import { Box, Group, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { focusTitle } from '#web/state/title-focus.ts';
import classes from './page.module.css';

interface PageProps {
  title: string;
  /** One or two sentences under the title. */
  intro?: ReactNode | undefined;
  /** Buttons beside the title; below it on a phone. */
  actions?: ReactNode;
  centered?: boolean;
  /** For text: limits the length of a line. */
  narrow?: boolean;
  children?: ReactNode;
}

/** The frame of every page: its level-1 title, the document title, and one width. */
export function Page({ title, intro, actions, centered = false, narrow = false, children }: PageProps) {
  useDocumentTitle(`${title} · Courtside`);
  return (
    <Box
      w="100%"
      maw={narrow ? '44rem' : '72rem'}
      {...(centered && { mx: 'auto', ta: 'center' })}
      data-centered={centered || undefined}
      data-narrow={narrow || undefined}
    >
      <Group
        component="header"
        align="end"
        justify={centered ? 'center' : 'space-between'}
        className={`breaks ${classes.header}`}
      >
        <div>
          <Title order={1} ref={focusTitle} tabIndex={-1}>
            {title}
          </Title>
          {intro !== undefined && <p className={classes.intro}>{intro}</p>}
        </div>
        {actions !== undefined && (
          <Group align="stretch" gap="xs" className={`screen-only ${classes.actions}`}>
            {actions}
          </Group>
        )}
      </Group>
      {children}
    </Box>
  );
}
