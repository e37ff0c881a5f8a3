import { TextInput, type TextInputProps } from '@mantine/core';

/** The email address of somebody else: the browser neither fills it in nor corrects it. */
export const OtherEmailField = (props: TextInputProps) => (
  <TextInput
    label="Email"
    inputMode="email"
    autoComplete="off"
    spellCheck={false}
    autoCapitalize="none"
    maxLength={254}
    {...props}
  />
);
