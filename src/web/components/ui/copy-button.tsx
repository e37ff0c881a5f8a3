import { Button, VisuallyHidden } from '@mantine/core';
import { Icon } from '#web/art/icons.tsx';
import { useCopy } from './use-copy.ts';

/** Copies `value` and confirms it for a second. `what` names it, as in "Copy school ID". */
export function CopyButton({ value, what }: { value: string; what: string }) {
  const [answer, copy] = useCopy();
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-label={`Copy ${what}`}
        leftSection={<Icon name={answer === 'Copied' ? 'check' : 'copy'} size={16} />}
        // As wide as its longest text, so that nothing moves.
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
