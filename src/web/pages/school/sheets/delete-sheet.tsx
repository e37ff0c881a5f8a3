import type { Sheet } from '#ballot/sheet/sheet.ts';
import { DeleteDialog, DeletionImpact } from '#web/components/dialogs/delete-dialog.tsx';
import { counted } from '#web/format.ts';
import { sentences } from '#web/forms/form-words.ts';
import { calls } from '#web/server/calls.ts';
import { api } from '#web/server/query-client.ts';
import { useChange } from '#web/server/use-change.ts';
import { useSchool } from '#web/state/school.ts';
import { discardDraft, hasSameContent, latestDraft, type SheetDraft } from './sheet-draft.ts';

interface DeleteSheetProps {
  sheet: Sheet;
  onClose: () => void;
}

export function DeleteSheet({ sheet, onClose }: DeleteSheetProps) {
  const { schoolId } = useSchool();
  const { id, title, version } = sheet;
  const remove = useChange({
    send: (_draft: SheetDraft | undefined) => calls.sheets.remove({ schoolId, id }),
    ...sentences('Score sheet', 'deleted', 'delete'),
    heldBack: [api.sheets.ofSchool.key()],
    onDone: onClose,
    // What was typed since stays, and can be saved as a new sheet.
    afterwards: (_, draft) => {
      const latest = latestDraft(id);
      if (draft && latest && hasSameContent(draft.sheet, latest.sheet)) discardDraft(id);
    },
  });
  return (
    <DeleteDialog
      what="Score sheet"
      name={title}
      deleting={remove.isPending}
      onDelete={() => remove.send(latestDraft(id))}
      onCancel={onClose}
    >
      <DeletionImpact>
        {`Also deleted: ${version === 1 ? 'its only version' : `all ${counted(version, 'version')}`}. Sheets that you’ve already printed don’t change.`}
      </DeletionImpact>
    </DeleteDialog>
  );
}
