// The list of keyboard shortcuts. Those of a single key can be turned off, because speech input may press them by accident.
import { Box, Group, Kbd, Stack, Switch } from '@mantine/core';
import { Fragment } from 'react';
import { Modal } from '#web/components/dialogs/modal.tsx';
import { useRemembered } from '#web/state/remembered.ts';

const SHORTCUTS: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['Ctrl', 'K'], 'Find a page, tournament, round, team, person, case or action (Cmd K on a Mac)'],
  [['?'], 'Show this list'],
  [['/'], 'Search in a list of the admin area'],
  [['↑', '↓'], 'Move between the rows of a list, results or scores'],
  [['Enter'], 'Open the row, or choose the result'],
  [['Esc'], 'Close a dialog, or clear a search'],
  [['Ctrl', 'Z'], 'Undo an edit of a score sheet (Cmd Z on a Mac); with Shift, redo it'],
];

export default function Shortcuts({ onClose }: { onClose: () => void }) {
  const [off, setOff] = useRemembered('no-single-keys');
  return (
    <Modal onClose={onClose} title="Keyboard shortcuts" size="32rem">
      <Stack component="dl" gap="xs" mt={0} mb="lg">
        {SHORTCUTS.map(([keys, what]) => (
          <Group key={what} gap="lg" align="start" wrap="nowrap">
            <Box component="dt" w="4.5rem" flex="none">
              {keys.map((key, index) => (
                <Fragment key={key}>
                  {index > 0 && ' '}
                  <Kbd>{key}</Kbd>
                </Fragment>
              ))}
            </Box>
            <dd>{what}</dd>
          </Group>
        ))}
      </Stack>
      <Switch
        label="Single-key shortcuts (? and /)"
        checked={off === null}
        onChange={(event) => setOff(event.currentTarget.checked ? null : 'true')}
      />
    </Modal>
  );
}
