// The one doorway of the recognizer: the bytes of a photo in, a read ballot out.
import { decodeImage } from './decode.ts';
import { inspectImage } from './inspect.ts';
import type { ReadBallot } from './result.ts';

export type { ImagePoint, ReadBallot, ReadDocument, ReadField } from './result.ts';
export { UnreadableImage } from './unreadable-image.ts';

/**
 * Reads the ballot in a photo or scan (PNG or JPEG).
 * @param fileName when known: its extension is checked too
 * @returns no documents when no known form is in the image
 * @throws {UnreadableImage} when the bytes are no image that can be read; its message is a sentence to show
 */
export async function readBallot(bytes: Uint8Array, fileName?: string): Promise<ReadBallot> {
  inspectImage(bytes, fileName);
  const { upright } = await decodeImage(bytes);
  return { image: upright, documents: [] };
}
