// A saved line-up in its list: to use, rename and delete.
import { Button, Group, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { SavedLineUp } from '#contract/saved-line-ups.ts';
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
}

export function SavedRow({ lineUp, nameField, onUse }: SavedRowProps) {
  const { schoolId } = useSchool();
  const { id, name } = lineUp;
  // `seen` is the name when the person started to edit; without it, the current name.
  const [edit, setEdit] = useState<{ seen: string | null; to: string } | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const isEditing = edit !== null;
  useUnsaved(isEditing && edit.to !== (edit.seen ?? name));
  useEffect(() => {
    if (isEditing) field.current?.focus();
  }, [isEditing]);
  const restore = useChange({
    send: () => calls.savedLineUps.save({ schoolId, ...lineUp }),
    ...sentences(WHAT, 'restored', 'restore'),
  });
  const remove = useChange({
    send: () => calls.savedLineUps.remove({ schoolId, id }),
    ...sentences(WHAT, 'deleted', 'delete'),
    undo: () => () => restore.send(),
  });
  const rename = useChange({
    send: ({ seen, to }: { seen: string; to: string }) =>
      calls.savedLineUps.rename({ schoolId, id, before: seen, name: to }),
    ...sentences(WHAT, 'renamed', 'rename'),
    // What was typed meanwhile is the next name.
    onDone: (_, sent) => sent.to === edit?.to && setEdit(null),
    // The person knows about somebody else's change and may still rename it.
    onRefused: (error) => codeOf(error) === 'RENAMED' && setEdit((before) => before && { ...before, seen: null }),
  });
  if (edit === null)
    return (
      <Group component="li" gap="0.25rem" wrap="nowrap">
        <RowButton aria-label={`Use ${name}`} onClick={onUse}>
          {name}
        </RowButton>
        <Button
          variant="subtle"
          size="compact-xs"
          aria-label={`Rename ${name}`}
          onClick={() => setEdit({ seen: name, to: name })}
        >
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
  return (
    <li>
      <Group
        component={Form}
        gap="0.25rem"
        wrap="nowrap"
        onSubmit={() => {
          const { seen, to } = edit;
          if (to.trim() === '' || to === seen) setEdit(null);
          else rename.send({ seen: seen ?? name, to });
        }}
      >
        <TextInput
          aria-label={`Name of ${name}`}
          maxLength={200}
          ref={field}
          value={edit.to}
          onChange={(event) => setEdit({ ...edit, to: event.currentTarget.value })}
        />
        <Button type="submit" variant="subtle" size="compact-xs">
          Rename
        </Button>
        <Button variant="subtle" color="gray" size="compact-xs" onClick={() => setEdit(null)}>
          Cancel
        </Button>
      </Group>
    </li>
  );
}
