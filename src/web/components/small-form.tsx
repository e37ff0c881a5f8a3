// A form of a few text fields with one button: it says why it was refused, and when it is done.
import { Button } from '@mantine/core';
import { useState, type ReactNode, type SyntheticEvent } from 'react';
import { textsOf } from './form-texts.ts';
import { keepFocus } from './keep-focus.ts';
import classes from './small-form.module.css';

export interface SmallFormProps {
  action: string;
  done: string;
  /** `typed` returns a field's text by its name. */
  onSubmit: (typed: (name: string) => string) => Promise<unknown>;
  explain: (error: unknown) => string;
  onTyping?: (dirty: boolean) => void;
  /** The fields. */
  children?: ReactNode;
}

export function SmallForm({ action, done, onSubmit, explain, onTyping, children }: SmallFormProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isDone, setDone] = useState(false);
  const [submitting, setSubmitting] = useState(false);

  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = textsOf(form);
    keepFocus(form);
    setSubmitting(true);
    setProblem(null);
    setDone(false);
    try {
      await onSubmit(typed);
      form.reset();
      onTyping?.(false);
      setDone(true);
    } catch (error) {
      setProblem(explain(error));
    } finally {
      setSubmitting(false);
    }
  };

  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} onChange={() => onTyping?.(true)}>
      {children}
      <p role="alert" className={classes.problem}>
        {problem}
      </p>
      <div className={classes.foot}>
        <Button type="submit" loading={submitting}>
          {action}
        </Button>
        <output>{isDone && done}</output>
      </div>
    </form>
  );
}
