// The cells and buttons of a ballot's form on the screen, and how a person fills them in.
import { act, fireEvent, screen } from '@testing-library/react';
import { SCORE_FIELDS } from '#ballot/form.ts';
import { remember, remembered } from '#web/state/remembered.ts';

export const input = (field: string): HTMLInputElement => {
  const found = document.querySelector<HTMLInputElement>(`#score-${field}`);
  if (!found) throw new Error(`There is no cell ${field}.`);
  return found;
};
export const enter = (field: string, score: string): void => {
  fireEvent.input(input(field), { target: { value: score } });
  fireEvent.blur(input(field));
};
export const typeAll = (score: string): void => SCORE_FIELDS.forEach((field) => enter(field, score));
/** Enters the first score, and the others at once, like another tab with the same ballot: each that is typed draws the form twice. */
export function enterAll(score: string): void {
  const [first] = SCORE_FIELDS;
  enter(first!, score);
  const scores = Object.fromEntries(SCORE_FIELDS.map((field) => [field, Number(score)]));
  const [draft] = Object.entries(JSON.parse(remembered('ballotDrafts') ?? '{}') as Record<string, object>);
  if (draft === undefined) throw new Error('The form keeps no draft.');
  const [name, stored] = draft;
  act(() => remember('ballotDrafts', JSON.stringify({ [name]: { ...stored, scores } })));
}
export const isDisabled = (name: string): boolean => screen.getByRole<HTMLButtonElement>('button', { name }).disabled;
