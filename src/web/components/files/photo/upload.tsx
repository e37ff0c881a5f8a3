import { useState, type ChangeEvent, type DragEvent } from 'react';
import { Icon } from '#web/art/icons.tsx';
import classes from './upload.module.css';

interface UploadProps {
  /** File extensions without a dot. */
  extensions: readonly string[];
  disabled: boolean;
  /** What the scores on the screen are from. With it the upload is one line. */
  current: string | null;
  /** Takes several photos at once. */
  multiple?: boolean;
  label?: string;
  /** What can be uploaded. */
  hint?: string;
  /** The person is about to choose a photo. */
  onPrepare: () => void;
  onFiles: (files: File[]) => void;
}

/** Takes photos: chosen, dropped, or taken with a phone's camera. */
export function Upload({
  extensions,
  disabled,
  current,
  multiple = false,
  label = 'Upload ballot image',
  hint = 'png, jpg or jpeg, up to 20 MB',
  onPrepare,
  onFiles,
}: UploadProps) {
  const [over, setOver] = useState(false);
  // A desktop filters files by extension; a phone offers its camera for media types.
  const accept = ['image/png', 'image/jpeg', ...extensions.map((extension) => `.${extension}`)].join(',');
  const choose = (event: ChangeEvent<HTMLInputElement>): void => {
    onFiles([...(event.currentTarget.files ?? [])]);
    // Lets the person choose the same photo again.
    event.currentTarget.value = '';
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    if (!disabled) onFiles([...event.dataTransfer.files]);
  };
  return (
    <div
      className={classes.zone}
      data-over={over || undefined}
      data-disabled={disabled || undefined}
      data-folded={current !== null || undefined}
      onDragEnter={onPrepare}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {current !== null && (
        <p className={classes.current} title={current}>
          {current}
        </p>
      )}
      <label className={classes.button}>
        <input
          type="file"
          className={classes.input}
          accept={accept}
          multiple={multiple}
          disabled={disabled}
          onClick={onPrepare}
          onChange={choose}
        />
        <Icon name="upload" />
        {label}
      </label>
      <label className={`${classes.button} ${classes.camera}`}>
        <input
          type="file"
          className={classes.input}
          accept={accept}
          capture="environment"
          disabled={disabled}
          onClick={onPrepare}
          onChange={choose}
        />
        <Icon name="camera" />
        Take a photo
      </label>
      {current === null && (
        <p className={classes.hint}>
          <span className={classes.dropHint}>or drop {multiple ? 'them' : 'it'} here. </span>
          {hint}
        </p>
      )}
    </div>
  );
}
