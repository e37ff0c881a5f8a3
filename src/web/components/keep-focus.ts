/**
 * The button that sends a form is disabled while that is on its way, and the browser would then forget where the keyboard
 * was: it goes on in the form's first field.
 */
export function keepFocus(form: HTMLFormElement): void {
  if (!document.activeElement?.matches('input, select')) form.querySelector('input')?.focus();
}
