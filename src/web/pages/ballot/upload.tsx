import { useState, type ChangeEvent, type DragEvent } from 'react';
import { Icon } from '#web/art/icons.tsx';
import classes from './upload.module.css';

interface UploadProps {
  /** File endings, without a dot. */
  endings: readonly string[];
  disabled: boolean;
  fileName: string | null;
  onFile: (file: File) => void;
}

/** Takes one picture: chosen, dropped, or on a phone taken with its camera. */
export function Upload({ endings, disabled, fileName, onFile }: UploadProps) {
  const [over, setOver] = useState(false);
  // Endings for those who choose a file; a phone's browser offers its camera for types.
  const accept = ['image/png', 'image/jpeg', ...endings.map((ending) => `.${ending}`)].join(',');
  const choose = (event: ChangeEvent<HTMLInputElement>): void => {
    const [file] = event.currentTarget.files ?? [];
    if (file) onFile(file);
    // The same picture may be chosen again.
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
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
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
      <p className={classes.hint}>
        {fileName ?? (
          <>
            <span className={classes.dropHint}>or drop it here. </span>png, jpg or jpeg, up to 20 MB
          </>
        )}
      </p>
    </div>
  );
}
