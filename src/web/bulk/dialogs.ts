// The dialogs for many records at once. They are one chunk, because they share most of their code.
export { AssignMany } from './assign-many.tsx';
export { ListFilesDialog } from './list-files-dialog.tsx';
export { MoveToTeam } from './move-to-team.tsx';
