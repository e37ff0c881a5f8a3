/** Grey pixels, row by row: 0 is black, 255 is white. */
export type GreyImage = { width: number; height: number; data: Uint8Array };

/** A position in pixels of an image or in points of a form: x to the right, y down. Pixel centers are whole numbers. */
export type Point = { x: number; y: number };
