/** Grey pixels, row by row: 0 is black, 255 is white. */
export type GreyImage = { width: number; height: number; data: Uint8Array };

/**
 * A part of the upright photo, scaled down. `left` and `top` are in pixels of the photo, and a pixel of `grey` is `scale` of
 * its pixels wide.
 */
export type View = { grey: GreyImage; left: number; top: number; scale: number };

/** A position in pixels of an image or in points of a form: x to the right, y down. Pixel centers are whole numbers. */
export type Point = { x: number; y: number };
