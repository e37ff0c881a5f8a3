// What a read photo comes to. The same shape whether it was read here or by another machine.

/** A place in the upright image in pixels: x to the right, y down. */
export type ImagePoint = readonly [x: number, y: number];

/**
 * One field. A score's value is an integer from 0 to 10, or null when its cell is blank; a text's value is a string, ''
 * when nothing was read. Confidence is the calibrated chance from 0 to 1 that the value is what was written; a blank
 * cell has a confidence too (that it is blank). `box` is the field's cell in the image, four corners clockwise from
 * where the form's top left is, for showing a cut-out.
 */
export type ReadField = { value: number | string | null; confidence: number; box?: readonly ImagePoint[] };

/** One found form. `fields` is keyed by the labels of `recognitionLabel`; `form` is the id of its layout. */
export type ReadDocument = { form: string; confidence: number; fields: Record<string, ReadField> };

/**
 * A read image. `documents` is empty when no known form is in it. `image` is the size in pixels of the upright image
 * (turned as its EXIF says), which the boxes refer to.
 */
export type ReadBallot = { image: { width: number; height: number }; documents: ReadDocument[] };
