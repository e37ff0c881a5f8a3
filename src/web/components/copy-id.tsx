import { UnstyledButton } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import classes from './copy-id.module.css';

/** The first digits of an id; a click copies the whole of it. */
export function CopyId({ id, of }: { id: string; of: string }) {
  const clipboard = useClipboard({ timeout: 1000 });
  return (
    <UnstyledButton
      className={classes.id}
      title={id}
      aria-label={`Copy ID of ${of}`}
      onClick={() => clipboard.copy(id)}
    >
      {clipboard.copied ? 'Copied' : id.slice(0, 8)}
    </UnstyledButton>
  );
}
