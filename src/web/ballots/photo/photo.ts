// The chosen photo while it is on the screen: its address for the viewer, and a smaller copy for the cut-outs.
import { useEffect, useState } from 'react';
import { readablePhoto } from '#web/state/readable-photo.ts';

export type Photo = {
  url: string;
  width: number;
  height: number;
  /** Upright and at most 2000 pixels long: 28 cut-outs of a full-size phone photo would be slow. */
  small: ImageBitmap;
};

const MAX_LONG_SIDE = 2000;

async function openPhoto(chosen: File): Promise<Photo> {
  const file = await readablePhoto(chosen);
  if (!(file instanceof File)) throw new Error(file.refusal);
  const whole = await createImageBitmap(file);
  const { width, height } = whole;
  const scale = Math.min(1, MAX_LONG_SIDE / Math.max(width, height));
  const size = {
    resizeWidth: Math.max(1, Math.round(width * scale)),
    resizeHeight: Math.max(1, Math.round(height * scale)),
  };
  // A browser short of memory refuses the copy, and the whole photo must not stay in memory then.
  const small = await createImageBitmap(whole, { ...size, resizeQuality: 'medium' }).finally(() => whole.close());
  return { url: URL.createObjectURL(file), width, height, small };
}

/** The photo in the file. Null until it is open, or if the browser can't show it. */
export function usePhoto(file: File | null): Photo | null {
  const [opened, setOpened] = useState<{ file: File; photo: Photo } | null>(null);
  useEffect(() => {
    if (!file) return undefined;
    let current = true;
    let close = (): void => {};
    const open = async (): Promise<void> => {
      // The server also refuses what the browser can't open, and explains why.
      const photo = await openPhoto(file).catch(() => null);
      if (!photo) return;
      close = () => {
        URL.revokeObjectURL(photo.url);
        photo.small.close();
      };
      if (current) setOpened({ file, photo });
      else close();
    };
    void open();
    return () => {
      current = false;
      setOpened(null);
      close();
    };
  }, [file]);
  // Never the photo of another file, even for one render: its bitmap is closed and can no longer be drawn.
  return opened?.file === file ? opened.photo : null;
}
