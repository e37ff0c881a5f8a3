import type { ComponentPropsWithRef } from 'react';
import classes from './row-button.module.css';

interface RowButtonProps extends ComponentPropsWithRef<'button'> {
  tone?: 'plain' | 'main' | 'danger';
  /** A click anywhere in the row presses this button, and the arrow keys move from row to row on it. */
  opensRow?: boolean;
}

/**
 * A button in a table row. The library's buttons would cost as much as everything else in the rows together. While `aria-disabled`, it
 * keeps the focus and ignores clicks.
 */
export function RowButton({ tone = 'plain', opensRow = false, onClick, ...rest }: RowButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      onClick={rest['aria-disabled'] === true ? undefined : onClick}
      className={`screen-only thumb ${classes.button}`}
      data-tone={tone}
      data-opens-row={opensRow || undefined}
    />
  );
}
