import { useState, type KeyboardEvent } from 'react';
import { Icon } from '#web/art/icons.tsx';
import { PlainField, type PlainFieldProps } from './plain-field.tsx';

type PasswordFieldProps = Omit<PlainFieldProps, 'type' | 'autoComplete' | 'hint' | 'end'> & {
  /** For the browser's password manager. */
  autoComplete: 'current-password' | 'new-password';
};

/** A password field with a button to show the password and a hint while Caps Lock is on. */
export function PasswordField(props: PasswordFieldProps) {
  const [visible, setVisible] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <PlainField
      {...props}
      type={visible ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      onKeyDown={watch}
      onKeyUp={watch}
      onBlur={() => setCapsLock(false)}
      hint={
        capsLock && (
          <>
            <Icon name="shift" size={14} /> Caps Lock is on
          </>
        )
      }
      end={
        <button
          type="button"
          className="picture-button"
          aria-label={visible ? 'Hide password' : 'Show password'}
          onClick={() => setVisible(!visible)}
        >
          <Icon name={visible ? 'eyeOff' : 'eye'} size={18} />
        </button>
      }
    />
  );
}
