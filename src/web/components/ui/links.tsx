/** The library's anchor and button as router links: typed paths, no full page load. */
import { Anchor, Button, type AnchorProps, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type AnchorElementProps = Omit<ComponentPropsWithRef<'a'>, keyof AnchorProps | keyof ButtonProps>;

export const TextLink = createLink((props: AnchorProps & AnchorElementProps) => <Anchor inherit {...props} />);

export const ButtonLink = createLink((props: ButtonProps & AnchorElementProps) => <Button component="a" {...props} />);
