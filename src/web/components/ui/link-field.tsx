import { Group, TextInput, type TextInputProps } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';

/** A new link is below the form that made it, and a dialog may end above it. */
const scrollIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });

interface LinkFieldProps extends Pick<TextInputProps, 'ref'> {
  label: string;
  link: string;
  /** Names it on the button that copies it. */
  what?: string;
  description: string;
}

/** A link or another secret to copy and pass on, which the server can't show again. */
export function LinkField({ link, what = 'link', ...field }: LinkFieldProps) {
  return (
    <Group ref={scrollIntoView} align="end" gap="sm" py="sm">
      <TextInput flex="1 1 20rem" {...field} value={link} readOnly onFocus={(event) => event.currentTarget.select()} />
      <CopyButton value={link} what={what} />
    </Group>
  );
}
