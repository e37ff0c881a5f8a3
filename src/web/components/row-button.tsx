import type { ComponentPropsWithRef } from 'react';
import classes from './row-button.module.css';

interface RowButtonProps extends ComponentPropsWithRef<'button'> {
  tone?: 'plain' | 'main' | 'danger';
}

/** A button of a table's row. It comes without the library, whose buttons cost a tab switch as much as all else in the rows. */
export function RowButton({ tone = 'plain', ...rest }: RowButtonProps) {
  return <button type="button" {...rest} className={classes.button} data-tone={tone} />;
}
