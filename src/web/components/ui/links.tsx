/** The library's anchor and button as router links: typed paths, no full page load. */
import { Anchor, Button, type AnchorProps, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import { createElement, type ComponentPropsWithRef, type FunctionComponent } from 'react';

type AnchorElementProps = Omit<ComponentPropsWithRef<'a'>, keyof AnchorProps | keyof ButtonProps>;

/** By default, the router marks links to parent pages as the current page, too, and screen readers say so. */
const toOnePage = <Link,>(link: Link): Link =>
  ((props: object) =>
    createElement(link as FunctionComponent<{ activeOptions: object }>, {
      activeOptions: { exact: true },
      ...props,
    })) as Link;

export const TextLink = toOnePage(
  createLink((props: AnchorProps & AnchorElementProps) => <Anchor inherit {...props} />),
);

export const ButtonLink = toOnePage(
  createLink((props: ButtonProps & AnchorElementProps) => <Button component="a" {...props} />),
);
