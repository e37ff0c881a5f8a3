import { Button, Group } from '@mantine/core';
import { BrokenGavel } from '#web/art/broken-gavel.tsx';
import { CourtError } from '#web/components/feedback/court-error.tsx';
import { EmptyState } from '#web/components/feedback/empty-state.tsx';
import { LoadFailed } from '#web/components/feedback/load-failed.tsx';
import { LoadingFigures } from '#web/components/feedback/loading-figures.tsx';
import { ProgressLine } from '#web/components/feedback/progress-line.tsx';
import { PartNotLoaded } from '#web/components/feedback/not-loaded.tsx';
import { Notice } from '#web/components/feedback/notice.tsx';
import { UndoMessage } from '#web/components/feedback/undo-message.tsx';
import { showError, showSuccess } from '#web/server/query-client.ts';
import { nothing, Part } from './part.tsx';

export const Feedback = () => (
  <>
    <Part name="Toasts" use="What a change did, and whether it failed. Changes show them by themselves.">
      <Group>
        <Button onClick={() => showSuccess('School added successfully')}>Success</Button>
        <Button onClick={() => showSuccess('School updated successfully', nothing)}>With Undo</Button>
        <Button onClick={() => showError('Failed to load assignments')}>Error</Button>
      </Group>
    </Part>
    <Part name="UndoMessage" use="A toast's message with Undo.">
      <UndoMessage message="School updated successfully" onUndo={nothing} />
    </Part>
    <Part name="Notice" use="A sentence that people should not miss, and what they can do about it.">
      <Notice actions={<Button variant="default">Choose</Button>}>3 ballots wait for a round.</Notice>
    </Part>
    <Part name="EmptyState" use="Where there is nothing yet: why, and what to do next.">
      <EmptyState title="No tournaments yet" text="Add the first one." actions={<Button>Add Tournament</Button>} />
    </Part>
    <Part name="LoadFailed, PartNotLoaded" use="In place of data or of a part that couldn't be loaded.">
      <LoadFailed what="teams" reason="Can’t reach the server. Check your connection." onRetry={nothing} />
      <PartNotLoaded reason="Check your connection." onRetry={nothing} />
    </Part>
    <Part name="LoadingFigures" use="Where figures will be.">
      <LoadingFigures what="figures" />
    </Part>
    <Part name="ProgressLine" use="How far something long is.">
      <ProgressLine label="Importing" value={12} max={40} text="12 of 40" />
      <ProgressLine label="Importing" value={null} max={40} text="Sending the file …" />
    </Part>
    <Part name="CourtError" use="The layout of every error page.">
      <CourtError
        code="500"
        title="The gavel broke mid-sentence"
        text="Something went wrong on our side of the bench."
        illustration={<BrokenGavel />}
        extra={<Button>Return After Recess</Button>}
        onBack={() => history.back()}
      />
    </Part>
  </>
);
