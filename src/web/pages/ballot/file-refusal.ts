// What can be said of a chosen file before it is sent anywhere.
import { IMAGE_ENDINGS, MOST_IMAGE_BYTES, TOO_LARGE } from '#contract/ballots.ts';

/** The sentence that refuses the file, or null. What is really in it only the server can say. */
export function fileRefusal({ name, size }: { name: string; size: number }): string | null {
  const ending = name.toLowerCase().split('.').at(-1) ?? '';
  if (ending === 'heic' || ending === 'heif') {
    return 'This is a HEIC photo. Set the camera of your iPhone to "Most Compatible" or export the photo as JPEG.';
  }
  if (!IMAGE_ENDINGS.some((allowed) => allowed === ending)) {
    return 'Only files that end in png, jpg or jpeg can be read.';
  }
  return size > MOST_IMAGE_BYTES ? TOO_LARGE : null;
}
