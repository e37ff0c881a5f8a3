import { Button, Modal } from '@mantine/core';
import classes from '#web/components/dialog.module.css';
import { useQuestion } from '#web/state/unsaved.ts';

/** Asks before something half-typed goes: the one question of all dialogs, forms and ways to another page. */
export function AskUnsaved() {
  const answer = useQuestion();
  return (
    <Modal
      opened={answer !== undefined}
      // Not before the dialog below has heard the same Escape: it leaves the key to the question that is still there.
      onClose={() => setTimeout(() => answer?.(false))}
      title="Leave without saving?"
      // Above the dialog that it is about.
      zIndex="var(--mantine-z-index-popover)"
    >
      <p className={classes.text}>What you typed is not saved yet. It is lost when you leave.</p>
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
