// A page that is small in the photo is cut out of the full photo, and its form is found once more, as if the photo had been
// taken from closer.
import type { GreyImage, Point, View } from '#recognizer/image/grey-image.ts';
import { releaseBuffers } from '#recognizer/image/release-buffers.ts';
import { decodeFull, type DecodedImage, LONG_SIDE, scaledDown } from '#recognizer/open/decode.ts';
import { place } from './fit-form.ts';
import { type LocatedForm, locateForms, middleOf, SURE } from './locate-form.ts';

/** A form, and the view in whose pixels its pose is. */
export type FormInView = { view: View; form: LocatedForm };

/** The page is cut out with so much around it, in points. */
const MARGIN = 36;
/** How many times as many pixels the form's width must get. Less isn't worth the time. */
const MIN_GAIN = 1.4;

/** Agreement below which there is no form to look at: of 60 other pictures one had more. */
const MIN_AGREEMENT = 0.25;
/** Fewer pixels in either direction show no page. */
const MIN_PIXELS = 300;

/**
 * @param whole the view in which the form was found
 * @param bytes the photo's file
 * @returns null if the page fills most of the photo, or if its form is not clearly found this time
 */
export async function closeUp(
  form: LocatedForm,
  whole: View,
  bytes: Uint8Array,
  { upright, hasMore }: DecodedImage,
): Promise<FormInView | null> {
  const { left, top, width, height } = boxAround(form, whole.scale, upright);
  const gain = whole.scale / Math.max(1, width / LONG_SIDE, height / LONG_SIDE);
  // What is no form may be found beside the photo.
  const isInPhoto = width >= MIN_PIXELS && height >= MIN_PIXELS;
  if (!hasMore || !isInPhoto || form.agreement < MIN_AGREEMENT || gain < MIN_GAIN) return null;
  const full = await decodeFull(bytes);
  const page = cropped(full, { left, top, width, height });
  releaseBuffers(full.data);
  const grey = await scaledDown(page);
  if (grey !== page) releaseBuffers(page.data);
  const view = { grey, left, top, scale: width / grey.width };
  const forms = locateForms(grey).filter((other) => other !== null);
  const isFound = ({ layout, isHeldByMarkers, agreement }: LocatedForm): boolean =>
    layout === form.layout && (isHeldByMarkers || agreement >= SURE);
  // A part of the ballot beside it may be in view too.
  const closer = forms.filter(isFound).toSorted((one, other) => fromCenter(one, grey) - fromCenter(other, grey))[0];
  releaseBuffers(...forms.filter((other) => other !== closer).map(({ ink }) => ink.data));
  if (closer) return { view, form: closer };
  releaseBuffers(grey.data);
  return null;
}

function fromCenter(form: LocatedForm, { width, height }: GreyImage): number {
  const { x, y } = middleOf(form);
  return Math.hypot(x - width / 2, y - height / 2);
}

type Box = { left: number; top: number; width: number; height: number };

/** The page's part of the full photo. */
function boxAround({ layout: { page }, pose }: LocatedForm, scale: number, photo: DecodedImage['upright']): Box {
  const corners = [-MARGIN, page.width + MARGIN].flatMap((x) =>
    [-MARGIN, page.height + MARGIN].map((y): Point => place(pose, x, y)),
  );
  const [xs, ys] = [corners.map(({ x }) => x * scale), corners.map(({ y }) => y * scale)];
  const [left, top] = [Math.max(0, Math.floor(Math.min(...xs))), Math.max(0, Math.floor(Math.min(...ys)))];
  const [right, bottom] = [Math.min(photo.width, Math.max(...xs)), Math.min(photo.height, Math.max(...ys))];
  return { left, top, width: Math.ceil(right) - left, height: Math.ceil(bottom) - top };
}

function cropped({ width: across, data }: GreyImage, { left, top, width, height }: Box): GreyImage {
  const out = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1) {
    const from = (top + row) * across + left;
    out.set(data.subarray(from, from + width), row * width);
  }
  return { width, height, data: out };
}
