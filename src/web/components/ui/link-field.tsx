import { Group, TextInput } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';

/** A new link is below the form that made it, and a dialog may end above it. */
const scrollIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });

interface LinkFieldProps {
  label: string;
  link: string;
  /** Names it on the button that copies it. */
  what?: string;
  description: string;
}

/** A link or another secret to copy and pass on, which the server can't show again. */
export function LinkField({ label, link, what = 'link', description }: LinkFieldProps) {
  return (
    <Group ref={scrollIntoView} align="end" gap="sm" py="sm">
      <TextInput
        flex="1 1 20rem"
        label={label}
        description={description}
        value={link}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={link} what={what} />
    </Group>
  );
}
