// The chosen picture while it is on the screen: its address for the viewer, and a smaller copy for the cut-outs.
import { useEffect, useState } from 'react';

export type Photo = {
  url: string;
  width: number;
  height: number;
  /** Upright and at most 2000 pixels long: twenty-eight cut-outs of a whole phone photo would be slow. */
  small: ImageBitmap;
};

const LONG_SIDE = 2000;

async function openPhoto(file: File): Promise<Photo> {
  const whole = await createImageBitmap(file);
  const { width, height } = whole;
  const scale = Math.min(1, LONG_SIDE / Math.max(width, height));
  const size = { resizeWidth: Math.round(width * scale), resizeHeight: Math.round(height * scale) };
  const small = await createImageBitmap(whole, { ...size, resizeQuality: 'medium' });
  whole.close();
  return { url: URL.createObjectURL(file), width, height, small };
}

/** The photo of the file; null until it is open, and when the browser cannot show it. */
export function usePhoto(file: File | null): Photo | null {
  const [photo, setPhoto] = useState<Photo | null>(null);
  useEffect(() => {
    let wanted = true;
    let opened: Photo | null = null;
    const close = (): void => {
      if (!opened) return;
      URL.revokeObjectURL(opened.url);
      opened.small.close();
    };
    const open = async (chosen: File): Promise<void> => {
      // What the browser cannot open the server refuses, and says in words why.
      const next = await openPhoto(chosen).catch(() => null);
      opened = next;
      if (wanted) setPhoto(next);
      else close();
    };
    if (file) void open(file);
    return () => {
      wanted = false;
      setPhoto(null);
      close();
    };
  }, [file]);
  return photo;
}
