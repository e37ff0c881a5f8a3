import type { ComponentPropsWithRef } from 'react';
import { keepFocus } from '#web/components/forms/keep-focus.ts';

interface FormProps extends Omit<ComponentPropsWithRef<'form'>, 'onSubmit'> {
  onSubmit: () => void;
}

/** A form that the page sends, not the browser. The keyboard stays in it while its button waits for the answer. */
export const Form = ({ onSubmit, ...form }: FormProps) => (
  <form
    {...form}
    onSubmit={(event) => {
      event.preventDefault();
      keepFocus(event.currentTarget);
      onSubmit();
    }}
  />
);
