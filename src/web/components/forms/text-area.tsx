import { useId, type ComponentPropsWithRef } from 'react';
import classes from './text-area.module.css';

interface TextAreaProps extends Omit<ComponentPropsWithRef<'textarea'>, 'className'> {
  label: string;
  description?: string | undefined;
}

/** A field of several lines. The library's own comes with code that measures its text, which no form here needs. */
export function TextArea({ label, description, ...field }: TextAreaProps) {
  const id = useId();
  return (
    <label className={classes.field}>
      <span id={`${id}-label`}>{label}</span>
      {description !== undefined && (
        <span id={id} className={classes.description}>
          {description}
        </span>
      )}
      <textarea
        {...field}
        aria-labelledby={`${id}-label`}
        aria-describedby={description === undefined ? undefined : id}
      />
    </label>
  );
}
