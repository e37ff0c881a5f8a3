// A form of a few text fields with one button: it says why it was refused, and when it is done.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import { messageOf } from '#web/server/calls.ts';
import { useChange, type Change } from '#web/server/use-change.ts';
import { textsOf } from '#web/components/forms/form-texts.ts';
import { useSession } from '#web/state/session.ts';
import { useUnsaved } from '#web/state/unsaved.ts';
import { Form } from './form.tsx';

/** Returns a field's text by its name. */
type Typed = (name: string) => string;

export interface SmallFormProps<Data> extends Pick<
  Change<Data, Typed, never>,
  'send' | 'heldBack' | 'onMissed' | 'afterwards'
> {
  action: string;
  done?: string;
  /** The beginning of the toast when it is refused after the person has gone on. */
  failed: string;
  /** Runs while the form is still on the screen. */
  onDone?: (data: Data) => void;
  onCancel?: () => void;
  /** The fields. */
  children?: ReactNode;
}

export function SmallForm<Data>({ action, done = '', onDone, onCancel, children, ...sending }: SmallFormProps<Data>) {
  const ref = useRef<HTMLFormElement>(null);
  const { me } = useSession();
  const [isTyped, setTyped] = useState(false);
  // Forms for people who aren't signed in have no session that could end under them.
  useUnsaved(isTyped && me !== null);
  const change = useChange({
    ...sending,
    isShownInPlace: () => true,
    onDone: (data) => {
      ref.current?.reset();
      setTyped(false);
      onDone?.(data);
    },
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
