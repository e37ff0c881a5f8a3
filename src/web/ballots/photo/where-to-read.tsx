import { Group, Switch, Text } from '@mantine/core';
import { useRemembered } from '#web/state/remembered.ts';

const isPossible = 'OffscreenCanvas' in globalThis && 'createImageBitmap' in globalThis;

/** Lets a person have photos read by this browser, which then sends none to the server. */
export function WhereToRead() {
  const [here, setHere] = useRemembered('read-on-device');
  if (!isPossible) return null;
  return (
    <Group gap="0.25rem 1rem">
      <Switch
        label="Read on this device"
        checked={here !== null}
        onChange={(event) => setHere(event.currentTarget.checked ? 'true' : null)}
      />
      <Text size="sm" c="dimmed">
        {here === null
          ? 'Photos are sent to the server to be read.'
          : 'Photos stay on this device. The scores are read, but not the judge’s name or the teams. The reader is a 3 MB download.'}
      </Text>
    </Group>
  );
}
