import { Button, type ButtonProps } from '@mantine/core';
import { Icon } from '#web/art/icons.tsx';
import { useCopy } from './use-copy.ts';

interface CopyButtonProps extends Pick<ButtonProps, 'size'> {
  value: string;
  /** Names it, as in "Copy school ID". */
  what?: string;
}

/** Copies `value` and confirms it for a second. */
export function CopyButton({ value, what, size = 'xs' }: CopyButtonProps) {
  const [answer, copy] = useCopy();
  return (
    <>
      <Button
        variant="default"
        size={size}
        aria-label={what && `Copy ${what}`}
        leftSection={<Icon name={answer === 'Copied' ? 'check' : 'copy'} size={16} />}
        // As wide as its longest text, so that nothing moves.
        miw="8rem"
        onClick={() => copy(value)}
      >
        {answer ?? 'Copy'}
      </Button>
      <output className="spoken">{answer}</output>
    </>
  );
}
