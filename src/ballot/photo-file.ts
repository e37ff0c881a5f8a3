// Which files may be uploaded as a photo of a ballot, as far as their name and size say it.

/** How the files are called that may be uploaded. Source: specification, section 5. */
export const IMAGE_ENDINGS = ['png', 'jpg', 'jpeg'] as const;
/** A 48-megapixel phone photo has about 15 MB. */
export const MOST_IMAGE_BYTES = 20_000_000;
export const TOO_LARGE = `The image is larger than ${MOST_IMAGE_BYTES / 1_000_000} MB.`;

/** The sentence that refuses a file before it is sent, or null. What is really in it only the server can say. */
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
