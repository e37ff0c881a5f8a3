// A form of a few text fields with one button: it says why it was refused, and when it is done.
import { Button, Group, Stack, Text } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { messageOf } from '#web/server/calls.ts';
import { useChange } from '#web/server/use-change.ts';
import { textsOf } from '#web/components/forms/form-texts.ts';
import { useSession } from '#web/state/session.ts';
import { useUnsaved } from '#web/state/unsaved.ts';
import { Form } from './form.tsx';

export interface SmallFormProps<Data> {
  action: string;
  done?: string;
  /** The beginning of the toast when it is refused after the person has gone on. */
  failed: string;
  /** `typed` returns a field's text by its name. */
  send: (typed: (name: string) => string) => Promise<Data>;
  /** What is fetched again only after the answer: the news of the change would take the form away before that. */
  heldBack?: readonly QueryKey[];
  /** Runs while the form is still on the screen. */
  onDone?: ((data: Data) => void) | undefined;
  /** Runs in the place of `onDone` once the person has gone on. */
  onMissed?: (() => void) | undefined;
  /** Runs wherever the person is by then. */
  afterwards?: (data: Data) => void | Promise<unknown>;
  onCancel?: () => void;
  /** The fields. */
  children?: ReactNode;
}

export function SmallForm<Data>({ action, done = '', failed, send, ...props }: SmallFormProps<Data>) {
  const { heldBack, onDone, onMissed, afterwards, onCancel, children } = props;
  const ref = useRef<HTMLFormElement>(null);
  const { me } = useSession();
  const [isTyped, setTyped] = useState(false);
  // Forms for people who aren't signed in have no session that could end under them.
  useUnsaved(isTyped && me !== null);
  const change = useChange({
    send,
    failed,
    isShownInPlace: () => true,
    onDone: (data) => {
      ref.current?.reset();
      setTyped(false);
      onDone?.(data);
    },
    ...(heldBack && { heldBack }),
    ...(onMissed && { onMissed }),
    ...(afterwards && { afterwards }),
  });
  return (
    <Form ref={ref} onSubmit={() => ref.current && change.send(textsOf(ref.current))} onChange={() => setTyped(true)}>
      <Stack gap="sm" maw="26rem">
        {children}
        <Text role="alert" inherit mih="1.4em" c="var(--mantine-color-error)">
          {change.error && messageOf(change.error)}
        </Text>
        <Group gap="sm">
          <Button type="submit" loading={change.isPending}>
            {action}
          </Button>
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <output>{change.isSuccess && done}</output>
        </Group>
      </Stack>
    </Form>
  );
}
