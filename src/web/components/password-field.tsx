import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import { Icon } from '#web/art/icons.tsx';
import classes from './password-field.module.css';

type PasswordFieldProps = Omit<PasswordInputProps, 'autoComplete' | 'visible' | 'onVisibilityChange'> & {
  /** Tells the browser's password store which of the two this is. */
  autoComplete: 'current-password' | 'new-password';
};

/** A password that can be shown, with a word of warning while Caps Lock is on. */
export function PasswordField(props: PasswordFieldProps) {
  const [visible, setVisible] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <div className={classes.field}>
      <PasswordInput
        {...props}
        visible={visible}
        onVisibilityChange={setVisible}
        visibilityToggleIcon={Eye}
        visibilityToggleButtonProps={{
          'aria-label': visible ? 'Hide password' : 'Show password',
          'aria-hidden': false,
          tabIndex: 0,
        }}
        onKeyDown={watch}
        onKeyUp={watch}
        onBlur={(event) => {
          setCapsLock(false);
          props.onBlur?.(event);
        }}
      />
      <output className={classes.hint}>
        {capsLock && (
          <>
            <Icon name="shift" size={14} /> Caps Lock is on
          </>
        )}
      </output>
    </div>
  );
}

function Eye({ reveal }: { reveal: boolean }) {
  return <Icon name={reveal ? 'eyeOff' : 'eye'} size={18} />;
}
