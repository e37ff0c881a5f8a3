// What every ballot reader returns and how it refuses, whether it runs in this process, in a worker, or as a cloud service.
import type { ExtractedField } from '#ballot/extracted.ts';
import type { SheetCode } from '#ballot/sheet/code.ts';
import type { Sheet } from '#ballot/sheet/sheet.ts';

/**
 * One form found in a photo. `fields` is keyed by the labels of its scores and texts; `form` is the id of its layout. `code` is what
 * the code on a sheet says. `refusal` says why a page that was found can't be read.
 */
export type ReadDocument = {
  form: string;
  confidence: number;
  fields: Record<string, ExtractedField>;
  code?: SheetCode;
  refusal?: string;
};

/** A reader on another machine sends a document's code and refusal among its fields, with these labels. */
export const WIRE_LABELS = { code: 'Sheet code', refusal: 'Refusal' };

/**
 * A photo that was read. `documents` is empty when it shows no known form; of two, the left or upper one comes first. `image` is the size in pixels of the photo
 * turned upright as its EXIF data says; the boxes of the fields are pixels of that image.
 */
export type ReadBallot = { image: { width: number; height: number }; documents: ReadDocument[] };

export type BallotReader = {
  /** Preloads the reader for the first photo. A cloud service doesn't need it. */
  prepare?: () => void;
  /**
   * @param bytes a PNG or JPEG file
   * @param sheets the school's own: the photo may show one of them
   * @param fileName checked for an allowed extension if given
   * @throws {UnreadableImage | ReaderBusy | ReaderFailed} with a message for the person who uploaded the photo
   */
  read(bytes: Uint8Array, sheets?: readonly Sheet[], fileName?: string): Promise<ReadBallot>;
  close(): Promise<void>;
};

/** The photo can't be read, and sending it again won't help. */
export class UnreadableImage extends Error {
  override name = 'UnreadableImage';
}

/** Too many photos are waiting. Nothing was read, so the same photo can be sent again. */
export class ReaderBusy extends Error {
  override name = 'ReaderBusy';
  constructor() {
    super('Other ballots are being read right now. Please try again in a minute.');
  }
}

/** The reader stopped, through no fault of the photo. `cause` is for the log. */
export class ReaderFailed extends Error {
  override name = 'ReaderFailed';
}
