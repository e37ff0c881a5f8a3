import type { ComponentPropsWithRef } from 'react';
import classes from './text-area.module.css';

interface TextAreaProps extends Omit<ComponentPropsWithRef<'textarea'>, 'className'> {
  label: string;
}

/** A field of several lines. The library's own comes with code that measures its text, which no form here needs. */
export function TextArea({ label, ...field }: TextAreaProps) {
  return (
    <label className={classes.field}>
      {label}
      <textarea {...field} />
    </label>
  );
}
