/** An expected refusal: the bytes are no image that can be read. The message is a sentence for the person who uploaded it. */
export class UnreadableImage extends Error {
  override name = 'UnreadableImage';
}
