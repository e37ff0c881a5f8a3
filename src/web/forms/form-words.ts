/** What the toasts of a change say. Source: specification, section 8. */
export const sentences = (what: string, did: string, todo: string) => ({
  done: `${what} ${did} successfully`,
  failed: `Failed to ${todo} ${what.toLowerCase()}`,
});

/** Whether one of a form's texts is missing. */
export const hasBlank = (values: object): boolean =>
  Object.values(values).some((value) => typeof value === 'string' && value.trim() === '');
