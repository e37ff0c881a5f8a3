// The entry point of the recognizer for commands: a photo's bytes in, a read ballot out.
import { openPhoto } from '#recognizer/open/decode.ts';
import { inspectImage } from '#recognizer/open/inspect.ts';
import { readText } from '#recognizer/read/read-texts.ts';
import type { Sheet } from '#ballot/sheet/sheet.ts';
import type { ReadBallot } from './ballot-reader.ts';
import { readPhoto } from './read-photo.ts';

/**
 * Reads the ballot in a photo or scan, or two of them: checks the file, decodes it, finds the form, and reads its cells
 * and names.
 * @param bytes a PNG or JPEG file
 * @param fileName checked for an allowed extension if given
 * @param sheets those that the school has made
 * @returns no documents if the photo shows no known form. One of two forms that can't be read has no fields.
 * @throws {UnreadableImage} if the file can't be read; the message is for the person who uploaded it
 */
export async function readBallot(bytes: Uint8Array, fileName?: string, sheets?: readonly Sheet[]): Promise<ReadBallot> {
  inspectImage(bytes, fileName);
  return readPhoto(await openPhoto(bytes), readText, sheets);
}
