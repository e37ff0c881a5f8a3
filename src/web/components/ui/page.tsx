// What every page is made of: its frame, and links to other pages.
import { Anchor, Box, Button, Group, Title, type AnchorProps, type ButtonProps } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { createLink } from '@tanstack/react-router';
import type { ReactNode, ComponentPropsWithRef } from 'react';
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

// The library's anchor and button as router links: typed paths, no full page load.
type AnchorElementProps = Omit<ComponentPropsWithRef<'a'>, keyof AnchorProps | keyof ButtonProps>;

export const TextLink = createLink((props: AnchorProps & AnchorElementProps) => <Anchor inherit {...props} />);

export const ButtonLink = createLink((props: ButtonProps & AnchorElementProps) => <Button component="a" {...props} />);
