// Shown in place of a dialog, or of a part of the page, that could not be downloaded.
import type { NotLoaded } from './lazily.tsx';
import { LoadFailed } from './load-failed.tsx';
import { Modal } from '#web/components/dialogs/modal.tsx';

export const PartNotLoaded = ({ reason, onRetry }: NotLoaded) => (
  <LoadFailed what="this part of the page" reason={reason} onRetry={onRetry} />
);

export function DialogNotLoaded({ reason, onRetry, onClose }: NotLoaded) {
  return (
    <Modal title="This dialog couldn’t be loaded" {...(onClose && { onClose })}>
      <LoadFailed what="this dialog" reason={`${reason} Everything on the page is still here.`} onRetry={onRetry} />
    </Modal>
  );
}
