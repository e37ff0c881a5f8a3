import { useId, type ComponentPropsWithRef, type ReactNode } from 'react';
import classes from './plain-field.module.css';

export interface PlainFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'className'> {
  label: string;
  description?: string;
  /** A short note beside the label. Nothing moves when it appears. */
  hint?: ReactNode;
  /** A button at the end of the field. */
  end?: ReactNode;
}

/** The text field of the sign-in screen; see `PlainButton`. */
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
        <span id={`${id}-description`} className="quiet">
          {description}
        </span>
      )}
      <input
        {...input}
        className="plain-input"
        id={id}
        required={required}
        data-with-end={end !== undefined || undefined}
        aria-describedby={description === undefined ? undefined : `${id}-description`}
      />
      {end !== undefined && <div className={classes.end}>{end}</div>}
    </div>
  );
}
