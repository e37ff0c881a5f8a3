// A field for many names. A pasted list shows its preview at once, a typed one on request.
import { Button, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import { takesFocus } from '#web/components/forms/takes-focus.ts';
import { Form } from '#web/forms/form.tsx';
import { useUnsaved } from '#web/state/unsaved.ts';

interface PasteListProps {
  /** "student" */
  what: string;
  /** What a line may have besides a name. */
  hint?: string;
  onList: (text: string) => void;
  onCancel: () => void;
}

export function PasteList({ what, hint, onList, onCancel }: PasteListProps) {
  const [text, setText] = useState('');
  useUnsaved(text.trim() !== '');
  return (
    <Group component={Form} align="stretch" gap="xs" flex={1} py="0.25rem" onSubmit={() => onList(text)}>
      <Textarea
        ref={takesFocus}
        label={`Names of ${what}s, one per line`}
        description={hint}
        rows={4}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onPaste={(event) => {
          if (text !== '') return;
          event.preventDefault();
          onList(event.clipboardData.getData('text'));
        }}
      />
      <Button type="submit" disabled={text.trim() === ''}>
        Preview
      </Button>
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
    </Group>
  );
}
