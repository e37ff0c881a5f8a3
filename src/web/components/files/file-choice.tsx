import { useState, type DragEvent } from 'react';
import { Icon } from '#web/art/icons.tsx';
import classes from './file-choice.module.css';

interface FileChoiceProps {
  disabled: boolean;
  /** The types of files. */
  accept: string;
  /** Beside the button until a file is chosen. */
  hint: string;
  /** The name of the file that was chosen. */
  current: string | null;
  onFile: (file: File) => void;
}

/** Takes one file: chosen or dropped. */
export function FileChoice({ disabled, accept, hint, current, onFile }: FileChoiceProps) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !disabled) onFile(file);
  };
  return (
    <div
      className={classes.zone}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label className={classes.file}>
        <input
          type="file"
          className={classes.input}
          accept={accept}
          disabled={disabled}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) onFile(file);
            // Lets the person choose the same file again after correcting it.
            currentTarget.value = '';
          }}
        />
        <Icon name="upload" />
        {current === null ? 'Choose a file' : 'Choose another file'}
      </label>
      <p className={classes.hint}>{current ?? hint}</p>
    </div>
  );
}
