// Checks by name and size whether a file can be uploaded as a photo of a ballot.

export const IMAGE_EXTENSIONS = ['png', 'jpg', 'jpeg'] as const;
/** Photos of iPhones, which the browser converts to JPEG, because the server doesn't read them. */
const HEIC = /\.hei[cf]$/i;
export const isHeic = ({ name }: { name: string }): boolean => HEIC.test(name);
/** A 48-megapixel phone photo is about 15 MB. */
export const MAX_IMAGE_BYTES = 20_000_000;
export const TOO_LARGE = `The image is larger than ${MAX_IMAGE_BYTES / 1_000_000} MB.`;

/** Explains why a file can't be uploaded, or returns null. Only the server looks inside the file. */
export function fileRefusal({ name, size }: { name: string; size: number }): string | null {
  const extension = name.toLowerCase().split('.').at(-1) ?? '';
  if (!isHeic({ name }) && !IMAGE_EXTENSIONS.some((allowed) => allowed === extension))
    return 'Choose a png, jpg, jpeg or heic image.';
  return size > MAX_IMAGE_BYTES ? TOO_LARGE : null;
}
