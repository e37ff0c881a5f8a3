// Reads the QR code of a sheet's page. The corner markers say where it is, so only that place is searched.
import { decodeQR } from 'qr/decode.js';
import type { SheetFrame } from '#ballot/sheet/paper.ts';
import { readCode, type SheetCode } from '#ballot/sheet/code.ts';
import type { GreyImage, Point, View } from '#recognizer/image/grey-image.ts';
import { meansAround, straightened } from '#recognizer/image/pixels.ts';
import { releaseBuffers } from '#recognizer/image/release-buffers.ts';
import type { OpenPhoto } from '#recognizer/open/open-photo.ts';
import { type Homography, project } from './homography.ts';

/** Space around the code, in points: with two markers, or on curled paper, it is a few points off. */
const MARGIN = 8;
/** Pixels of the square that the code is straightened to. */
const SIDE = 512;
const PAPER = 200;
/** For blurred photos: radii in pixels of the straightened square, and how much to sharpen. */
const SMOOTH = 2;
const AROUND = 7;
const SHARPEN = 6;

/** @param plane from points of the page to pixels of the view */
export async function codeOfSheet(
  { code: { x, y, width, height } }: SheetFrame,
  plane: Homography,
  { grey, left, top, scale }: View,
  { hasMore, part, upright }: OpenPhoto,
): Promise<SheetCode | null> {
  const corners = [
    project(plane, x - MARGIN, y - MARGIN),
    project(plane, x + width + MARGIN, y - MARGIN),
    project(plane, x + width + MARGIN, y + height + MARGIN),
    project(plane, x - MARGIN, y + height + MARGIN),
  ];
  const code = codeIn(grey, corners);
  if (code || !hasMore) return code;
  const places = corners.map((corner) => ({ x: left + corner.x * scale, y: top + corner.y * scale }));
  const [xs, ys] = [places.map((place) => place.x), places.map((place) => place.y)];
  const area = { left: Math.max(0, Math.floor(Math.min(...xs))), top: Math.max(0, Math.floor(Math.min(...ys))) };
  const size = {
    width: Math.min(upright.width, Math.ceil(Math.max(...xs))) - area.left,
    height: Math.min(upright.height, Math.ceil(Math.max(...ys))) - area.top,
  };
  if (size.width < 2 || size.height < 2) return null;
  const sharper = await part({ ...area, ...size });
  const again = codeIn(
    sharper,
    places.map((place) => ({
      x: ((place.x - area.left) * sharper.width) / size.width,
      y: ((place.y - area.top) * sharper.height) / size.height,
    })),
  );
  releaseBuffers(sharper.data);
  return again;
}

function codeIn(grey: GreyImage, corners: readonly Point[]): SheetCode | null {
  const square = { width: SIDE, height: SIDE, data: Uint8Array.from(straightened(grey, corners, PAPER, SIDE, SIDE)) };
  return decoded(square.data) ?? decoded(sharpened(square));
}

function decoded(square: ArrayLike<number>): SheetCode | null {
  // The library takes grey pixels followed by color, and ignores the color.
  const data = new Uint8Array((SIDE * SIDE * 3) / 2);
  data.set(square);
  try {
    return readCode(decodeQR({ width: SIDE, height: SIDE, data }, { format: 'I420' }));
  } catch {
    return null;
  }
}

/** Noise is averaged out, and what is darker than its surroundings becomes much darker. */
function sharpened(square: GreyImage): Uint8ClampedArray {
  const smooth = meansAround(square, SMOOTH);
  const around = meansAround(smooth, AROUND);
  return Uint8ClampedArray.from(smooth.data, (value, at) => value + SHARPEN * (value - around.data[at]!));
}
