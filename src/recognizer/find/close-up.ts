// Looks at a page again that is small in the photo: decodes only its part of the photo, in more pixels, and finds the form there.
// A form that was found in the wrong place is often found in the right place this way.
import type { GreyImage, View } from '#recognizer/image/grey-image.ts';
import { releaseBuffers } from '#recognizer/image/release-buffers.ts';
import { LONG_SIDE, type OpenPhoto } from '#recognizer/open/open-photo.ts';
import { type LocatedForm, locateForms, middleOf, pixelsAround, SURE } from './locate-form.ts';

/** A form, and the view that its pose refers to. */
export type FormInView = { view: View; form: LocatedForm };

/** Space around the page, in points, that is decoded too. */
const MARGIN = 36;
/** The smallest enlargement that is worth the time. */
const MIN_GAIN = 1.4;
/** No page can be read in fewer pixels than this. */
const MIN_PIXELS = 300;

/**
 * @param whole the view in which the form was found
 * @returns null if the page fills most of the photo, or if its form can't be found for certain in the close-up
 */
export async function closeUp(
  form: LocatedForm,
  whole: View,
  { upright, hasMore, part }: OpenPhoto,
): Promise<FormInView | null> {
  if (!hasMore) return null;
  const page = pixelsAround(form.pose, { x: 0, y: 0, ...form.layout.page }, MARGIN);
  const [left, top] = [page.left, page.top].map((at) => Math.max(0, Math.floor(at * whole.scale))) as [number, number];
  const width = Math.min(upright.width, Math.ceil(page.right * whole.scale)) - left;
  const height = Math.min(upright.height, Math.ceil(page.bottom * whole.scale)) - top;
  const gain = whole.scale / Math.max(1, width / LONG_SIDE, height / LONG_SIDE);
  if (Math.min(width, height) < MIN_PIXELS || gain < MIN_GAIN) return null;

  const grey = await part({ left, top, width, height });
  const { layout, code } = form;
  // Its code was read already.
  const forms = (await locateForms(grey, async () => ({ layout, code }))).filter(
    (other): other is LocatedForm => other !== null && 'layout' in other,
  );
  const isFound = (other: LocatedForm): boolean =>
    other.layout === layout && (other.isHeldByMarkers || other.agreement >= SURE);
  // Part of a second ballot may be in the close-up too.
  const closer = forms.filter(isFound).toSorted((one, other) => fromCenter(one, grey) - fromCenter(other, grey))[0];
  releaseBuffers(...forms.filter((other) => other !== closer).map(({ ink }) => ink.data));
  if (closer) return { view: { grey, left, top, scale: width / grey.width }, form: closer };
  releaseBuffers(grey.data);
  return null;
}

function fromCenter(form: LocatedForm, { width, height }: GreyImage): number {
  const { x, y } = middleOf(form);
  return Math.hypot(x - width / 2, y - height / 2);
}
