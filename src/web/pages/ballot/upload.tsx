import { useState, type ChangeEvent, type DragEvent } from 'react';
import { Icon } from '#web/art/icons.tsx';
import classes from './upload.module.css';

interface UploadProps {
  /** File extensions without a dot. */
  extensions: readonly string[];
  disabled: boolean;
  /** What the scores on the screen are from. With it the upload is one line. */
  current: string | null;
  onFile: (file: File) => void;
}

/** Takes one photo: chosen, dropped, or taken with a phone's camera. */
export function Upload({ extensions, disabled, current, onFile }: UploadProps) {
  const [over, setOver] = useState(false);
  // A desktop filters files by extension; a phone offers its camera for media types.
  const accept = ['image/png', 'image/jpeg', ...extensions.map((extension) => `.${extension}`)].join(',');
  const choose = (event: ChangeEvent<HTMLInputElement>): void => {
    const [file] = event.currentTarget.files ?? [];
    if (file) onFile(file);
    // Lets the person choose the same photo again.
    event.currentTarget.value = '';
  };
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
      data-disabled={disabled || undefined}
      data-folded={current !== null || undefined}
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
        <input type="file" className={classes.input} accept={accept} disabled={disabled} onChange={choose} />
        <Icon name="upload" />
        Upload ballot image
      </label>
      <label className={`${classes.button} ${classes.camera}`}>
        <input
          type="file"
          className={classes.input}
          accept={accept}
          capture="environment"
          disabled={disabled}
          onChange={choose}
        />
        <Icon name="camera" />
        Take a photo
      </label>
      {current === null && (
        <p className={classes.hint}>
          <span className={classes.dropHint}>or drop it here. </span>png, jpg or jpeg, up to 20 MB
        </p>
      )}
    </div>
  );
}
