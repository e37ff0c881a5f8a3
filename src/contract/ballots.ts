// Reading the scores from a photo of a ballot. The photo and the scores pass through; neither is kept anywhere.
import * as z from 'zod/mini';
import { computes } from './call.ts';

/** A 48-megapixel phone photo has about 15 MB. */
export const MOST_IMAGE_BYTES = 20_000_000;
/** How the files are called that may be uploaded. Source: specification, section 5. */
export const IMAGE_ENDINGS = ['png', 'jpg', 'jpeg'] as const;
export const TOO_LARGE = `The image is larger than ${MOST_IMAGE_BYTES / 1_000_000} MB.`;

const point = z.tuple([z.number(), z.number()]);

/** Corners are pixels of the upright image, clockwise from the form's top left. */
const extractedField = z.object({
  value: z.union([z.string(), z.number(), z.null()]),
  confidence: z.number(),
  box: z.optional(z.array(point)),
});

const extracted = z.object({
  confidence: z.number(),
  image: z.object({ width: z.number(), height: z.number() }),
  /** By the labels of `recognitionLabel`: `P Opening`, `D Cross W #2`, `Judge Name`. */
  fields: z.record(z.string(), extractedField),
});

export const ballots = {
  /** What is written in the ballot's fields, from one PNG or JPEG. */
  recognize: computes('ballotRecognition')
    .input(z.object({ image: z.file().check(z.maxSize(MOST_IMAGE_BYTES, TOO_LARGE)) }))
    .output(extracted)
    .errors({ NOT_READ: { status: 422, message: 'The ballot could not be read.' } }),
};
