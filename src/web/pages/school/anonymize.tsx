import type { Student } from '#contract/rosters.ts';
import { ConfirmDialog } from '#web/components/dialogs/confirm-dialog.tsx';
import classes from '#web/components/dialogs/dialog.module.css';
import { sentences } from '#web/forms/form-words.ts';
import { calls } from '#web/server/calls.ts';
import { useChange } from '#web/server/use-change.ts';
import { useSchool } from '#web/state/school.ts';

/** Deletes a student at once and for good, which takes the name from everywhere and leaves the scores. */
export function Anonymize({ student: { id, name }, onClose }: { student: Student; onClose: () => void }) {
  const { schoolId } = useSchool();
  const anonymize = useChange({
    send: () => calls.students.anonymize({ schoolId, id }),
    ...sentences('Student', 'anonymized', 'anonymize'),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={`Anonymize Student (${name})`}
      confirmLabel="Anonymize"
      removesRow
      pending={anonymize.isPending}
      onConfirm={anonymize.send}
      onCancel={onClose}
    >
      <p className={classes.text}>
        Woah, hold up! Are you sure you want to remove the name of <strong>{name}</strong> everywhere?
      </p>
      <p className={classes.text}>
        The student is deleted, with the judges’ comments on their parts. Their name is removed from comments on others,
        reasons for corrections and names of imported files. The scores stay in the season book without a name. This
        action cannot be reversed, so download the student’s data first if you may need it.
      </p>
    </ConfirmDialog>
  );
}
