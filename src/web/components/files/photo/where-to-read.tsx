import { Switch } from '@mantine/core';
import { useRemembered } from '#web/state/remembered.ts';
import classes from './where-to-read.module.css';

const isPossible = 'OffscreenCanvas' in globalThis && 'createImageBitmap' in globalThis;

/** Lets a person have photos read by this browser, which then sends none to the server. */
export function WhereToRead() {
  const [here, setHere] = useRemembered('read-on-device');
  if (!isPossible) return null;
  return (
    <div className={classes.where}>
      <Switch
        label="Read on this device"
        checked={here !== null}
        onChange={(event) => setHere(event.currentTarget.checked ? 'true' : null)}
      />
      <p className={classes.note}>
        {here === null
          ? 'Photos are sent to the server to be read.'
          : 'Photos stay on this device. The scores are read, but not who judged and which teams met. The reader is a download of 3 MB.'}
      </p>
    </div>
  );
}
