// Which files can be uploaded as a photo of a ballot, judging by name and size.

export const IMAGE_EXTENSIONS = ['png', 'jpg', 'jpeg'] as const;
/** A 48-megapixel phone photo is about 15 MB. */
export const MAX_IMAGE_BYTES = 20_000_000;
export const TOO_LARGE = `The image is larger than ${MAX_IMAGE_BYTES / 1_000_000} MB.`;

/** Explains why a file can't be uploaded, or returns null. Only the server looks inside the file. */
export function fileRefusal({ name, size }: { name: string; size: number }): string | null {
  const extension = name.toLowerCase().split('.').at(-1) ?? '';
  if (extension === 'heic' || extension === 'heif') {
    return 'This is a HEIC photo. On your iPhone, set Camera > Formats to "Most Compatible", or export the photo as JPEG.';
  }
  if (!IMAGE_EXTENSIONS.some((allowed) => allowed === extension)) return 'Choose a png, jpg or jpeg image.';
  return size > MAX_IMAGE_BYTES ? TOO_LARGE : null;
}
