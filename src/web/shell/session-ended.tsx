// The session ended somewhere else while something half-typed is on the screen: the page stays until the person decides.
import { Button, Modal } from '@mantine/core';
import classes from '#web/components/dialog.module.css';
import { leaveEndedSession, useSession } from '#web/state/session.ts';

export function SessionEnded() {
  const { endedOverUnsaved } = useSession();
  return (
    <Modal
      opened={endedOverUnsaved}
      onClose={() => {}}
      withCloseButton={false}
      title="You have been signed out"
      // Above the dialog that holds what is half-typed.
      zIndex="var(--mantine-z-index-popover)"
    >
      <p>
        What you typed is still here. Sign in again in a new tab and this page goes on; or leave it and sign in here,
        without what you typed.
      </p>
      <div className={classes.buttons}>
        <Button variant="default" onClick={leaveEndedSession}>
          Leave this page
        </Button>
        <Button component="a" href="/auth" target="_blank">
          Sign in in a new tab
        </Button>
      </div>
    </Modal>
  );
}
