// Looks for a page that is small in the photo where no form was found: a sheet of paper is nearly always lighter than what it lies on.
import type { GreyImage, View } from '#recognizer/image/grey-image.ts';
import type { Part } from '#recognizer/image/pixels.ts';
import { releaseBuffers } from '#recognizer/image/release-buffers.ts';
import type { OpenPhoto } from '#recognizer/open/open-photo.ts';
import type { FormInView } from './close-up.ts';
import { locateForms, type PageOf, type RefusedPage } from './locate-form.ts';

/** Only every 16th pixel is examined, in both directions. */
const STEP = 16;
/** Share of the photo: a larger page was searched for already, and a smaller one can't be read. */
const SHARE = { from: 0.02, to: 0.6 };
/** Space around the light part, as a share of its size: a corner of the page may lie in a shadow. */
const MARGIN = 0.12;

/** @returns null if no part of the photo stands out, or if there is no form in it */
export async function formOnBrightPage(
  whole: View,
  { upright, hasMore, part }: OpenPhoto,
  pagesIn: (view: View) => PageOf,
): Promise<FormInView | RefusedPage | null> {
  const page = hasMore ? brightPart(whole.grey) : null;
  if (!page) return null;
  const left = Math.floor(page.left * whole.scale);
  const top = Math.floor(page.top * whole.scale);
  const width = Math.min(upright.width, Math.ceil(page.right * whole.scale)) - left;
  const height = Math.min(upright.height, Math.ceil(page.bottom * whole.scale)) - top;
  const grey = await part({ left, top, width, height });
  const view = { grey, left, top, scale: width / grey.width };
  const [form, other] = await locateForms(grey, pagesIn(view));
  if (other && 'ink' in other) releaseBuffers(other.ink.data);
  if (form && 'ink' in form) return { view, form };
  releaseBuffers(grey.data);
  return form ?? null;
}

/** The bounding box of the largest light patch, in pixels of the image. */
export function brightPart(image: GreyImage): Part | null {
  const [width, height] = [Math.floor(image.width / STEP), Math.floor(image.height / STEP)];
  const few = Uint8Array.from(
    { length: width * height },
    (_, at) => image.data[(Math.floor(at / width) * STEP + STEP / 2) * image.width + (at % width) * STEP + STEP / 2]!,
  );
  const limit = between(few);
  const patch = largestPatch(
    few.map((grey) => (grey > limit ? 1 : 0)),
    width,
  );
  if (!patch || patch.size < SHARE.from * few.length || patch.size > SHARE.to * few.length) return null;
  const [across, down] = [MARGIN * (patch.right - patch.left) + 1, MARGIN * (patch.bottom - patch.top) + 1];
  return {
    left: STEP * Math.max(0, Math.floor(patch.left - across)),
    top: STEP * Math.max(0, Math.floor(patch.top - down)),
    right: Math.min(image.width, STEP * Math.ceil(patch.right + across)),
    bottom: Math.min(image.height, STEP * Math.ceil(patch.bottom + down)),
  };
}

/** The grey level that separates light from dark best (Otsu 1979). */
function between(greys: Uint8Array): number {
  const counts = new Uint32Array(256);
  for (const grey of greys) counts[grey]! += 1;
  const sum = greys.reduce((total, grey) => total + grey, 0);
  let [best, limit, darker, darkSum] = [0, 255, 0, 0];
  for (let grey = 0; grey < 255; grey += 1) {
    darker += counts[grey]!;
    darkSum += grey * counts[grey]!;
    const lighter = greys.length - darker;
    if (darker === 0 || lighter === 0) continue;
    const apart = darker * lighter * (darkSum / darker - (sum - darkSum) / lighter) ** 2;
    if (apart > best) [best, limit] = [apart, grey];
  }
  return limit;
}

/** The largest patch of ones whose pixels touch side by side; its ones are set to 0, as all others are. */
function largestPatch(ones: Uint8Array, width: number): (Part & { size: number }) | null {
  let largest: (Part & { size: number }) | null = null;
  for (let start = 0; start < ones.length; start += 1) {
    if (ones[start] === 0) continue;
    const patch = { left: Infinity, top: Infinity, right: 0, bottom: 0, size: 0 };
    const open = [start];
    ones[start] = 0;
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const [x, y] = [at % width, Math.floor(at / width)];
      patch.left = Math.min(patch.left, x);
      patch.right = Math.max(patch.right, x + 1);
      patch.top = Math.min(patch.top, y);
      patch.bottom = Math.max(patch.bottom, y + 1);
      patch.size += 1;
      for (let side = 0; side < 4; side += 1) {
        if ((side === 0 && x === 0) || (side === 1 && x === width - 1)) continue;
        const next = at + (side < 2 ? 2 * side - 1 : (2 * side - 5) * width);
        if (!ones[next]) continue;
        ones[next] = 0;
        open.push(next);
      }
    }
    if (patch.size > (largest?.size ?? 0)) largest = patch;
  }
  return largest;
}
