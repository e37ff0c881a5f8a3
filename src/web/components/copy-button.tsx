import { Button, VisuallyHidden } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Icon } from '#web/art/icons.tsx';

/** Copies `value`; says so for a second. `what` names it: "Copy school ID". */
export function CopyButton({ value, what }: { value: string; what: string }) {
  const clipboard = useClipboard({ timeout: 1000 });
  const answer = clipboard.copied ? 'Copied' : clipboard.error === null ? '' : 'Could not copy';
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-label={`Copy ${what}`}
        leftSection={<Icon name={clipboard.copied ? 'check' : 'copy'} size={16} />}
        // The width of the longer word, so that the answer moves nothing.
        miw="6.5rem"
        onClick={() => clipboard.copy(value)}
      >
        {answer === 'Copied' ? answer : 'Copy'}
      </Button>
      <VisuallyHidden>
        <output>{answer}</output>
      </VisuallyHidden>
    </>
  );
}
