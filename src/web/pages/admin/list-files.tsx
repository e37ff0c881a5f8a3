// The import and export of the shown tab's list.
import { ListFilesButton } from '#web/bulk/open-dialogs.tsx';
import { useAdminAddress, useListQuestion } from './address.ts';

export function ListFiles() {
  const { address } = useAdminAddress();
  const tab = address.tab ?? 'schools';
  const question = useListQuestion(tab);
  return <ListFilesButton key={tab} list={tab} exported={`the ${tab} listed`} question={question} />;
}
