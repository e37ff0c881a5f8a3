import { Button } from '@mantine/core';
import classes from '#web/components/dialog.module.css';
import { Modal } from '#web/components/modal.tsx';
import { useDiscardQuestion } from '#web/state/unsaved.ts';

/** Asks before unsaved changes are lost, for every dialog, form and link. */
export default function AskUnsaved() {
  const answer = useDiscardQuestion();
  return (
    <Modal onClose={() => answer?.(false)} title="Leave without saving?">
      <p className={classes.text}>You have unsaved changes. They will be lost if you leave.</p>
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => answer?.(false)} data-autofocus>
          Keep editing
        </Button>
        <Button color="red" onClick={() => answer?.(true)}>
          Leave without saving
        </Button>
      </div>
    </Modal>
  );
}
