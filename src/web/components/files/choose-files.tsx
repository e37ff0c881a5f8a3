import { Button, FileButton, type ButtonProps } from '@mantine/core';
import { useRef } from 'react';

interface ChooseFilesProps extends ButtonProps {
  label: string;
  /** The types of files that the browser offers. */
  accept: string;
  multiple?: boolean;
  /** Opens a phone's camera. */
  capture?: 'environment';
  /** The person is about to choose. */
  onPrepare?: () => void;
  onFiles: (files: File[]) => void;
}

/** A button that asks for files. */
export function ChooseFiles(props: ChooseFilesProps) {
  const { label, accept, multiple = false, capture, disabled = false, onPrepare, onFiles, ...looks } = props;
  const reset = useRef<() => void>(null);
  return (
    <FileButton
      resetRef={reset}
      accept={accept}
      multiple={multiple}
      {...(capture && { capture })}
      inputProps={{ 'aria-label': label, disabled }}
      onChange={(chosen) => {
        // Lets the person choose the same file again after correcting it.
        reset.current?.();
        if (chosen) onFiles([chosen].flat());
      }}
    >
      {({ onClick }) => (
        <Button
          {...looks}
          disabled={disabled}
          onClick={() => {
            onPrepare?.();
            onClick();
          }}
        >
          {label}
        </Button>
      )}
    </FileButton>
  );
}
