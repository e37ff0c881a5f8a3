// The dialogs of many records at once. One download has all of them, because they share most of their code.
export { AssignMany } from './assign-many.tsx';
export { ListFilesDialog } from './list-files-dialog.tsx';
export { MoveToTeam } from './move-to-team.tsx';
