// Downloads a school's roster for people who read it and can't import.
import { Button } from '@mantine/core';
import type { ListName } from '#contract/list-files.ts';
import { useChange } from '#web/server/use-change.ts';
import { useSchool } from '#web/state/school.ts';

export function ExportButton({ list, disabled }: { list: ListName; disabled: boolean }) {
  const { schoolId } = useSchool();
  const exporting = useChange({
    send: async () => (await import('./export-list.ts')).exportList(list, schoolId),
    failed: 'Failed to export the list',
  });
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      aria-label={`Export ${list}`}
      disabled={disabled}
      loading={exporting.isPending}
      onClick={() => exporting.send()}
    >
      Export
    </Button>
  );
}
