import { fireEvent } from '@testing-library/react';

/** Enter in a form's field, as a browser does it: it presses the form's button, and does nothing while that is disabled. */
export const pressEnter = (field: HTMLInputElement): void => {
  const button = field.form?.querySelector('button[type="submit"]');
  if (!button) throw new Error('The form has a button.');
  fireEvent.click(button);
};
