// The import and export of the shown tab's list.
import { allRows, saveRows } from '#web/bulk/export-list.ts';
import { ListFilesButton } from '#web/bulk/list-files-button.tsx';
import { useAdminAddress, useListQuestion } from './address.ts';

export function ListFiles() {
  const { address } = useAdminAddress();
  const tab = address.tab ?? 'schools';
  const question = useListQuestion(tab);
  return (
    <ListFilesButton
      key={tab}
      list={tab}
      exported={`the ${tab} listed`}
      onExport={async () => saveRows(tab, await allRows(tab, question))}
    />
  );
}
