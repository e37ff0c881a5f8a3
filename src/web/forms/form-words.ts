/** The texts of a change's two toasts. */
export const sentences = (what: string, did: string, todo: string) => ({
  done: `${what} ${did} successfully`,
  failed: `Failed to ${todo} ${what.toLowerCase()}`,
});

/** True when one of a form's texts is blank. */
export const hasBlank = (values: object): boolean =>
  Object.values(values).some((value) => typeof value === 'string' && value.trim() === '');
