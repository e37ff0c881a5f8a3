// The session ended while the page held unsaved changes. The page stays open until the person decides.
import { Button, Group } from '@mantine/core';
import { END_SENTENCES } from '#web/before-app/end-sentences.ts';
import { Modal } from '#web/components/dialogs/modal.tsx';
import { discardEndedSession, useSession } from '#web/state/session.ts';

export default function SessionEnded() {
  const { endReason } = useSession();
  const canReturn = endReason !== 'account removed';
  return (
    <Modal title="You have been signed out">
      <p>
        {endReason && END_SENTENCES[endReason]} Your unsaved changes{' '}
        {canReturn
          ? 'are still here. Sign in again in a new tab to keep working, or leave this page and lose them.'
          : 'can’t be saved.'}
      </p>
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={discardEndedSession}>
          Leave this page
        </Button>
        {/* Whoever is typing when the dialog opens doesn't leave with the next space. */}
        {canReturn && (
          <Button component="a" href="/auth" target="_blank" data-autofocus>
            Sign in in a new tab
          </Button>
        )}
      </Group>
    </Modal>
  );
}
