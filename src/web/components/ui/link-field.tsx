import { Group, TextInput } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';

/** Focuses a new link when it appears, unless the person is typing elsewhere or has opened another dialog. */
function takeFocus(field: HTMLElement | null): void {
  const now = document.activeElement;
  const isTyping = now instanceof HTMLInputElement && now.value !== '';
  const dialogs = [...document.querySelectorAll('[role=dialog]')];
  if (!isTyping && dialogs.every((dialog) => dialog.contains(field))) field?.focus();
}

interface LinkFieldProps {
  label: string;
  link: string;
  /** Names it on the button that copies it. */
  what?: string;
  description: string;
}

/** A link or another secret to copy and pass on, which the server can't show again. */
export function LinkField({ link, what = 'link', ...field }: LinkFieldProps) {
  return (
    <Group align="end" gap="sm" py="sm">
      <TextInput
        key={link}
        ref={takeFocus}
        flex="1 1 20rem"
        {...field}
        value={link}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={link} what={what} />
    </Group>
  );
}
