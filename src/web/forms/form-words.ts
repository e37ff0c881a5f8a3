import type { Restored } from '#contract/deleted.ts';

/** The texts of a change's two toasts. */
export const sentences = (what: string, did: string, todo: string) => ({
  done: `${what} ${did} successfully`,
  failed: `Failed to ${todo} ${what.toLowerCase()}`,
});

/** The toast texts of a restore. Somebody else may have been faster. */
export const restoreTexts = (what: string) => ({
  ...sentences(what, 'restored', 'restore'),
  done: ({ by }: Restored) =>
    by === null ? `${what} restored successfully` : `${by} has already restored this ${what.toLowerCase()}`,
});

/** True when one of a form's texts is blank. */
export const hasBlank = (values: object): boolean =>
  Object.values(values).some((value) => typeof value === 'string' && value.trim() === '');
