import { Button, VisuallyHidden } from '@mantine/core';
import { Icon } from '#web/art/icons.tsx';
import { useCopy } from './use-copy.ts';

/** Copies `value`; says so for a second. `what` names it: "Copy school ID". */
export function CopyButton({ value, what }: { value: string; what: string }) {
  const [answer, copy] = useCopy();
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-label={`Copy ${what}`}
        leftSection={<Icon name={answer === 'Copied' ? 'check' : 'copy'} size={16} />}
        // The width of the longest answer, so that it moves nothing.
        miw="7.5rem"
        onClick={() => copy(value)}
      >
        {answer ?? 'Copy'}
      </Button>
      <VisuallyHidden>
        <output>{answer}</output>
      </VisuallyHidden>
    </>
  );
}
