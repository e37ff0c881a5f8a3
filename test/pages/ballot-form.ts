// The cells and buttons of a ballot's form on the screen, and how a person fills them in.
import { fireEvent, screen } from '@testing-library/react';
import { SCORE_FIELDS } from '#ballot/form.ts';

export const input = (field: string): HTMLInputElement => {
  const found = document.querySelector<HTMLInputElement>(`#score-${field}`);
  if (!found) throw new Error(`There is no cell ${field}.`);
  return found;
};
export const enter = (field: string, score: string): void => {
  fireEvent.input(input(field), { target: { value: score } });
  fireEvent.blur(input(field));
};
export const enterAll = (score: string): void => SCORE_FIELDS.forEach((field) => enter(field, score));
export const isDisabled = (name: string): boolean => screen.getByRole<HTMLButtonElement>('button', { name }).disabled;
