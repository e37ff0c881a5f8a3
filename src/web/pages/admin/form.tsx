// A form of the admin area.
import { DialogForm, type DialogFormProps } from '#web/forms/dialog-form.tsx';
import classes from './admin.module.css';

export function AdminForm(props: Omit<DialogFormProps, 'className'>) {
  return <DialogForm {...props} className={classes.form} />;
}
