import { useId, type ComponentPropsWithRef, type ReactNode } from 'react';
import classes from './plain-field.module.css';

export interface PlainFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'className'> {
  label: string;
  description?: string;
  /** A word beside the label. It moves nothing when it appears. */
  hint?: ReactNode;
  /** Inside the field, at its end. */
  end?: ReactNode;
}

/** A text field for the sign-in screen; see `PlainButton`. */
export function PlainField({ label, description, hint, end, required, ...input }: PlainFieldProps) {
  const id = useId();
  return (
    <div className={classes.field}>
      <label htmlFor={id}>
        {label}
        {required && (
          <span className={classes.required} aria-hidden="true">
            {' *'}
          </span>
        )}
      </label>
      <output className={classes.hint}>{hint}</output>
      {description !== undefined && (
        <p id={`${id}-description`} className={classes.description}>
          {description}
        </p>
      )}
      <input
        {...input}
        id={id}
        required={required}
        data-with-end={end !== undefined || undefined}
        aria-describedby={description === undefined ? undefined : `${id}-description`}
      />
      {end !== undefined && <div className={classes.end}>{end}</div>}
    </div>
  );
}
