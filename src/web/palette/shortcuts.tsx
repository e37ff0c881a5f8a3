// The list of keyboard shortcuts. Those of a single key can be turned off, because speech input may press them by accident.
import { Kbd, Switch } from '@mantine/core';
import { Fragment } from 'react';
import { Modal } from '#web/components/dialogs/modal.tsx';
import { useRemembered } from '#web/state/remembered.ts';
import classes from './palette.module.css';

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
      <dl className={classes.keys}>
        {SHORTCUTS.map(([keys, what]) => (
          <div key={what} className={classes.shortcut}>
            <dt>
              {keys.map((key, index) => (
                <Fragment key={key}>
                  {index > 0 && ' '}
                  <Kbd>{key}</Kbd>
                </Fragment>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <Switch
        label="Single-key shortcuts (? and /)"
        checked={off === null}
        onChange={(event) => setOff(event.currentTarget.checked ? null : 'true')}
      />
    </Modal>
  );
}
