/** Moves the focus to the form's first field, because disabling the pressed button while it saves would lose it. */
export function keepFocus(form: HTMLFormElement): void {
  if (!document.activeElement?.matches('input, select, textarea')) form.querySelector('input')?.focus();
}
