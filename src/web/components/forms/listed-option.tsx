// An option in the list below a search field. The field keeps the focus and handles the keys, and marks one option.
import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './listed-option.module.css';

const scrollIntoView = (option: HTMLElement | null): void => option?.scrollIntoView({ block: 'nearest' });

interface ListedOptionProps {
  id: string;
  /** Enter chooses it. */
  isMarked: boolean;
  isChosen?: boolean;
  onMark: () => void;
  onChoose: () => void;
  children: ReactNode;
}

export const ListedOption = ({ id, isMarked, isChosen = false, onMark, onChoose, children }: ListedOptionProps) => (
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- The field handles the keys, and the options never have the focus.
  <Group
    ref={isMarked ? scrollIntoView : null}
    id={id}
    role="option"
    aria-selected={isMarked}
    tabIndex={-1}
    justify="space-between"
    gap="0.125rem 0.75rem"
    mih="2.75rem"
    px="0.75rem"
    py="0.375rem"
    bdrs="md"
    className={`breaks ${classes.option}`}
    data-chosen={isChosen || undefined}
    onPointerMove={onMark}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onChoose}
  >
    {children}
  </Group>
);
