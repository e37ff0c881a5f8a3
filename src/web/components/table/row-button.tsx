import type { ComponentPropsWithRef } from 'react';
import classes from './row-button.module.css';

interface RowButtonProps extends ComponentPropsWithRef<'button'> {
  tone?: 'plain' | 'main' | 'danger';
  /** A click anywhere in the row presses this button, and the arrow keys move from row to row on it. */
  opensRow?: boolean;
}

/** A button in a table row. The library's buttons would cost as much as everything else in the rows together. */
export function RowButton({ tone = 'plain', opensRow = false, ...rest }: RowButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`screen-only thumb ${classes.button}`}
      data-tone={tone}
      data-opens-row={opensRow || undefined}
    />
  );
}
