// A saved line-up in its list: to use, rename and delete.
import { Button, Group, TextInput } from '@mantine/core';
import { useState, type RefObject } from 'react';
import type { SavedLineUp } from '#contract/saved-line-ups.ts';
import { takesFocus } from '#web/components/forms/takes-focus.ts';
import { RowButton } from '#web/components/table/row-button.tsx';
import { sentences } from '#web/forms/form-words.ts';
import { Form } from '#web/forms/form.tsx';
import { calls, codeOf } from '#web/server/calls.ts';
import { useChange } from '#web/server/use-change.ts';
import { useSchool } from '#web/state/school.ts';
import { useUnsaved } from '#web/state/unsaved.ts';

const WHAT = 'Saved line-up';

interface SavedRowProps {
  lineUp: SavedLineUp;
  /** Where the focus goes when the row is gone. */
  nameField: RefObject<HTMLInputElement | null>;
  onUse: () => void;
  onRename: () => void;
}

export function SavedRow({ lineUp, nameField, onUse, onRename }: SavedRowProps) {
  const { schoolId } = useSchool();
  const { id, name } = lineUp;
  const restore = useChange({
    send: () => calls.savedLineUps.save({ schoolId, ...lineUp }),
    ...sentences(WHAT, 'restored', 'restore'),
  });
  const remove = useChange({
    send: () => calls.savedLineUps.remove({ schoolId, id }),
    ...sentences(WHAT, 'deleted', 'delete'),
    undo: () => () => restore.send(),
  });
  return (
    <Group component="li" gap="0.25rem" wrap="nowrap">
      <RowButton aria-label={`Use ${name}`} onClick={onUse}>
        {name}
      </RowButton>
      <Button variant="subtle" size="compact-xs" aria-label={`Rename ${name}`} onClick={onRename}>
        Rename
      </Button>
      <Button
        variant="subtle"
        color="red"
        size="compact-xs"
        aria-label={`Delete ${name}`}
        onClick={() => {
          remove.send();
          nameField.current?.focus();
        }}
      >
        Delete
      </Button>
    </Group>
  );
}

export function RenameSaved({ lineUp: { id, name }, onClose }: { lineUp: SavedLineUp; onClose: () => void }) {
  const { schoolId } = useSchool();
  // `seen` is the name when the person started to edit; without it, the current name.
  const [{ seen, to }, setEdit] = useState<{ seen: string | null; to: string }>({ seen: name, to: name });
  useUnsaved(to !== (seen ?? name));
  const rename = useChange({
    send: (sent: { seen: string; to: string }) =>
      calls.savedLineUps.rename({ schoolId, id, before: sent.seen, name: sent.to }),
    ...sentences(WHAT, 'renamed', 'rename'),
    // What was typed meanwhile is the next name.
    onDone: (_, sent) => sent.to === to && onClose(),
    // The person knows about somebody else's change and may still rename it.
    onRefused: (error) => codeOf(error) === 'RENAMED' && setEdit((before) => ({ ...before, seen: null })),
  });
  return (
    <li>
      <Group
        component={Form}
        gap="0.25rem"
        wrap="nowrap"
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          // The panel stays open.
          event.preventDefault();
          onClose();
        }}
        onSubmit={() => {
          if (to.trim() === '' || to === seen) onClose();
          else rename.send({ seen: seen ?? name, to });
        }}
      >
        <TextInput
          aria-label={`Name of ${name}`}
          maxLength={200}
          ref={takesFocus}
          value={to}
          onChange={({ currentTarget: { value } }) => setEdit((before) => ({ ...before, to: value }))}
        />
        <Button type="submit" variant="subtle" size="compact-xs">
          Rename
        </Button>
        <Button variant="subtle" color="gray" size="compact-xs" onClick={onClose}>
          Cancel
        </Button>
      </Group>
    </li>
  );
}
