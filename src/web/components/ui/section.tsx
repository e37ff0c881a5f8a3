import { Box, Title, type BoxProps } from '@mantine/core';
import type { ComponentPropsWithRef, ReactNode } from 'react';

interface SectionProps extends BoxProps, Omit<ComponentPropsWithRef<'section'>, 'title' | keyof BoxProps> {
  /** The heading's, for links to the section. */
  id: string;
  title: ReactNode;
  level?: 2 | 3;
  /** A smaller heading. */
  small?: boolean;
}

/** A part of a page, with the heading that names it. */
export const Section = ({
  id,
  title,
  level = 2,
  small = false,
  className = '',
  children,
  ...section
}: SectionProps) => (
  <Box component="section" className={className} {...section} aria-labelledby={id}>
    <Title order={level} id={id} {...(small && { fz: 'lg' })}>
      {title}
    </Title>
    {children}
  </Box>
);
