import { UnstyledButton } from '@mantine/core';
import classes from './copy-id.module.css';
import { useCopy } from './use-copy.ts';

/** The first digits of an id. A click copies the whole id. */
export function CopyId({ id, of }: { id: string; of: string }) {
  const [answer, copy] = useCopy();
  const shown = answer ?? id.slice(0, 8);
  return (
    <UnstyledButton
      className={classes.id}
      title={id}
      aria-live="polite"
      aria-label={`${shown}, copy ID of ${of}`}
      onClick={() => copy(id)}
    >
      {shown}
    </UnstyledButton>
  );
}
