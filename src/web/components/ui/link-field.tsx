import { Group, TextInput } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';

/** A new link is below the form that made it, and a dialog may end above it. */
const scrollIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });

/** A link to copy and pass on, which the server can't show again. */
export function LinkField({ label, link, description }: { label: string; link: string; description: string }) {
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
      <CopyButton value={link} what="link" />
    </Group>
  );
}
