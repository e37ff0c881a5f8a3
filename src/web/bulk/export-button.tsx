// Downloads a school's roster for people who read it and can't import.
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ListName } from '#contract/list-files.ts';

interface ExportButtonProps {
  list: ListName;
  schoolId: string;
  disabled: boolean;
}

export function ExportButton({ list, schoolId, disabled }: ExportButtonProps) {
  const exporting = useMutation({
    mutationFn: async () => (await import('./export-list.ts')).exportList(list, schoolId),
    meta: { failed: 'Failed to export the list' },
  });
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      aria-label={`Export ${list}`}
      disabled={disabled}
      loading={exporting.isPending}
      onClick={() => exporting.isPending || exporting.mutate()}
    >
      Export
    </Button>
  );
}
