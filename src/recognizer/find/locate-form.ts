// Finds which known form is in an image, and where: first a rough position, then the plane, then the bend of the paper.
import type { GreyImage, Point } from '#recognizer/image/grey-image.ts';
import { BALLOT_FORMS } from '#ballot/layouts.ts';
import type { ReadableForm, Rect } from '#ballot/layout.ts';
import type { SheetCode } from '#ballot/sheet/code.ts';
import { SHEET_FRAMES, type SheetFrame } from '#ballot/sheet/paper.ts';
import { findByLines } from './find-by-lines.ts';
import { findByMarkers, type FoundByMarkers } from './find-markers.ts';
import { bentBy, fitBend, fitPlane, shareOnLines } from './fit-form.ts';
import { enlarged, type FormPose, place } from './form-pose.ts';
import { tileMoves } from './fit-tiles.ts';
import { releaseBuffers } from '#recognizer/image/release-buffers.ts';
import { type Homography, scaled } from './homography.ts';
import { inkMap, paperOf } from '#recognizer/image/ink-map.ts';
import { halved, type Part } from '#recognizer/image/pixels.ts';
import { longStrokes, printedStrokes } from './printed-lines.ts';
import { eraseForm, leavesRoom } from './second-form.ts';
import { agreement } from './template.ts';

/** A page of a sheet: the content of its code, and the form if photos of it can be read, or else the reason why not. */
type SheetPage = { code: SheetCode | null } & ({ layout: ReadableForm } | { refusal: string });
/** Says which page is in the image, by its corners. @param plane from points of the page to pixels of the grey image */
export type PageOf = (frame: SheetFrame, plane: Homography) => Promise<SheetPage>;

export type LocatedForm = {
  layout: ReadableForm;
  /** What its code says, on a form that has one. */
  code: SheetCode | null;
  /** In pixels of the grey image. */
  pose: FormPose;
  /** Correlation with the printed form, -1 to 1. */
  agreement: number;
  /** Whether the corner markers alone show that the form is where the pose puts it, however much is written over its print. */
  isHeldByMarkers: boolean;
  /** Whether the markers of another form are in the image too. */
  isOneOfTwo: boolean;
  /** The ink map of the grey image, around the cells only. */
  ink: GreyImage;
};
type FoundForm = Omit<LocatedForm, 'ink'>;
/** A page of a sheet that can't be read. */
export type RefusedPage = { code: SheetCode | null; refusal: string };
const isRefused = (found: FoundForm | RefusedPage): found is RefusedPage => 'refusal' in found;

/** All forms and frames with markers. */
const MARKED: readonly (ReadableForm | SheetFrame)[] = [...BALLOT_FORMS, ...SHEET_FRAMES];
/** Agreement above which a position found by markers is not compared with others. */
export const SURE = 0.57;
const CANDIDATES = 5;
/** Above this agreement, no part of a form without markers was ever found in a wrong row. */
export const CERTAIN = 0.66;
/** Agreement below which a side of the form may have been placed on the edge of the page, about 25 points away. */
const DOUBTFUL = 0.62;
/**
 * Share of the long lines that are on ink. Above it, no side is off: it was .99 in ordinary photos, at most .94 with a side
 * off.
 */
const IN_PLACE = 0.97;
/** Search distances for long lines, in points: a side without markers may be on words or the page's edge, 26 away. */
const FAR_REACHES = [30, 24, 18, 12, 8, 5];
/** The same on forms with markers, whose rows are 27.5 apart: half of that. */
const ROW_REACHES = [14, 11, 8, 6];
/** Agreement below which moving parts of the form is pointless: other pictures stay below .3. */
const HOPELESS = 0.35;
/** Agreement above which a second place in the image is a second form: other pages beside a form stay below .3. */
const SECOND = 0.45;
/** How far from its place in the pose a visible marker may be, in pixels of half the image. */
const MARKER_REACH = 6;
const MIN_MARKERS_TO_HOLD = 3;
/** The ink, of 255, of print with a third of the usual toner, and the agreement above which no such form was in a wrong row. */
const PALE = 40;
const PALE_SURE = 0.52;
/** Space around a cell, in points, whose ink is needed too. */
const CELL_MARGIN = 8;

/**
 * Finds the most likely form in a grey image with a long side of about 2000 pixels, and a second one if there is one.
 * `isTheForm` decides whether they really are forms. Of two, the left one comes first, or the upper one.
 * @returns null in place of a second form that exists but could not be located
 */
export async function locateForms(grey: GreyImage, pageOf: PageOf): Promise<(LocatedForm | RefusedPage | null)[]> {
  const halfGrey = halved(grey);
  const paper = paperOf(halfGrey);
  const half = inkMap(halfGrey, paper, 2);
  const quarter = halved(half);
  const first = await findForm(halfGrey, half, quarter, pageOf);
  const second = first && !isRefused(first) ? await secondForm(first, halfGrey, half, pageOf) : null;
  const located = [first, second].flatMap((form): LocatedForm[] =>
    form && !isRefused(form) ? [{ ...form, ink: inkMap(grey, paper, 4, cellParts(form.layout, form.pose)) }] : [],
  );
  releaseBuffers(halfGrey.data, paper.data, half.data, quarter.data);
  if (first && isRefused(first)) return [first];
  if (second && isRefused(second)) return [...located, second];
  if (first?.isOneOfTwo && !second) return [...located, null];
  return located.toSorted(inReadingOrder);
}

/** @param half the ink map of half the image, from which the found form is erased */
async function secondForm(
  first: FoundForm,
  halfGrey: GreyImage,
  half: GreyImage,
  pageOf: PageOf,
): Promise<FoundForm | RefusedPage | null> {
  const pose = enlarged(first.pose, 0.5);
  const isPossible = first.agreement >= SECOND && leavesRoom(half, first.layout, pose);
  if (!first.isOneOfTwo && !isPossible) return null;
  eraseForm(half, first.layout, pose);
  const rest = halved(half);
  const second = await findForm(halfGrey, half, rest, pageOf);
  releaseBuffers(rest.data);
  return second && (isRefused(second) || second.agreement >= SECOND) ? second : null;
}

/** The middle of the form in the image, in pixels. */
export const middleOf = ({ layout: { page }, pose }: LocatedForm): Point =>
  place(pose, page.width / 2, page.height / 2);

function inReadingOrder(one: LocatedForm, other: LocatedForm): number {
  const [{ x, y }, beside] = [middleOf(one), middleOf(other)];
  return Math.abs(x - beside.x) > Math.abs(y - beside.y) ? x - beside.x : y - beside.y;
}

/** The best form with its pose in pixels of the whole image, or null when nothing looks like one. */
async function findForm(
  halfGrey: GreyImage,
  half: GreyImage,
  quarter: GreyImage,
  pageOf: PageOf,
): Promise<FoundForm | RefusedPage | null> {
  const marked = findByMarkers(halfGrey, half, MARKED);
  const page = marked && 'paper' in marked.layout ? await pageOf(marked.layout, scaled(marked.plane, 2)) : null;
  // Without a code, two squares that look like markers may be anything.
  if (page && 'refusal' in page && (page.code || marked!.centers.size >= MIN_MARKERS_TO_HOLD)) return page;
  const known = page && 'layout' in page ? page : null;
  const form = known?.layout ?? (marked && 'scores' in marked.layout ? marked.layout : null);
  const markers = marked && form && { ...marked, layout: form };
  let best = markers && fitted(half, quarter, markers.layout, markers.plane, [6, 5, 4, 3, 2.5]);
  if (!best || best.agreement < SURE) {
    const unmarked = BALLOT_FORMS.filter((layout) => layout.markers.length === 0);
    const rest = markers ? [markers.layout, ...unmarked] : unmarked;
    for (const match of findByLines(half, rest, CANDIDATES)) {
      const other = fitted(half, quarter, match.layout, match.plane, [7, 6, 5, 4, 3, 2.5]);
      if (!best || other.agreement > best.agreement) best = other;
      if (best.agreement >= SURE) break;
    }
  }
  if (!best) return null;
  best = withLongLines(half, quarter, settled(half, quarter, best));
  const { layout } = best;
  const pose = enlarged(fitBend(half, best.pose, printedStrokes(layout), [3, 2.5, 2]), 2);
  const isHeldByMarkers = markers?.layout === layout && isHeld(markers, pose, quarter, best.agreement);
  const isOneOfTwo = markers !== null && markers.forms > 1;
  const code = layout === known?.layout ? known.code : null;
  return { layout, code, pose, agreement: best.agreement, isHeldByMarkers, isOneOfTwo };
}

/**
 * At least three markers are in place, and no part of the form would agree better with the image in another row. Beside pale
 * print, writing alone may seem to agree; so with all four markers, it may count no more than such print.
 */
function isHeld(markers: FoundByMarkers<ReadableForm>, pose: FormPose, quarter: GreyImage, found: number): boolean {
  const { layout } = markers;
  const inPlace = markersInPlace(markers, enlarged(pose, 0.5));
  if (inPlace < MIN_MARKERS_TO_HOLD) return false;
  if (found >= SURE) return true;
  const inQuarter = enlarged(pose, 0.25);
  if (inPlace === layout.markers.length && agreement(asPale(quarter), inQuarter, layout) >= PALE_SURE) return true;
  const moves = tileMoves(quarter, inQuarter, layout, 10);
  return moves.every(({ dx, dy }) => dx === 0 && dy === 0);
}

const asPale = (ink: GreyImage): GreyImage => ({ ...ink, data: ink.data.map((value) => Math.min(value, PALE)) });

function markersInPlace({ layout, centers }: FoundByMarkers<ReadableForm>, pose: FormPose): number {
  const distances = [...centers].map(([corner, { x, y }]) => {
    const { size, ...marker } = layout.markers[corner]!;
    const at = place(pose, marker.x + size / 2, marker.y + size / 2);
    return Math.hypot(at.x - x, at.y - y);
  });
  return distances.filter((distance) => distance < MARKER_REACH).length;
}

/** The pixels of a part of the form and of `margin` points around it. */
export function pixelsAround(pose: FormPose, { x, y, width, height }: Rect, margin: number): Part {
  const corners = [x - margin, x + width + margin].flatMap((across) =>
    [y - margin, y + height + margin].map((down) => place(pose, across, down)),
  );
  const [xs, ys] = [corners.map((corner) => corner.x), corners.map((corner) => corner.y)];
  return {
    left: Math.floor(Math.min(...xs)),
    top: Math.floor(Math.min(...ys)),
    right: Math.ceil(Math.max(...xs)) + 1,
    bottom: Math.ceil(Math.max(...ys)) + 1,
  };
}

/** The pixels around the cells, the only ones whose ink is needed at full size. */
const cellParts = ({ cells }: ReadableForm, pose: FormPose): Part[] =>
  Object.values(cells).map(({ rect }) => pixelsAround(pose, rect, CELL_MARGIN));

type Fitted = { layout: ReadableForm; pose: FormPose; agreement: number };

/** Moves parts of the form that were placed on their neighbors' lines to where their print agrees, while that helps. */
function settled(half: GreyImage, quarter: GreyImage, start: Fitted): Fitted {
  let best = start;
  const { layout } = start;
  const enough = layout.markers.length > 0 ? SURE : CERTAIN;
  for (let round = 0; round < 3 && best.agreement > HOPELESS && best.agreement < enough; round += 1) {
    const moves = tileMoves(quarter, enlarged(best.pose, 0.5), layout, best.agreement < DOUBTFUL ? 30 : 10);
    if (moves.every(({ dx, dy }) => dx === 0 && dy === 0)) break;
    const pose = fitBend(half, bentBy(best.pose, moves), printedStrokes(layout), [6, 4, 3]);
    const moved = { layout, pose, agreement: agreement(quarter, enlarged(pose, 0.5), layout) };
    if (moved.agreement <= best.agreement) break;
    best = moved;
  }
  return best;
}

function fitted(
  half: GreyImage,
  quarter: GreyImage,
  layout: ReadableForm,
  start: Homography,
  reaches: readonly number[],
) {
  const strokes = printedStrokes(layout);
  const plane = fitPlane(half, start, strokes, reaches);
  const flat = fitBend(half, { plane, bend: null }, strokes, [6, 5, 4, 3]);
  const best = { layout, pose: flat, agreement: agreement(quarter, enlarged(flat, 0.5), layout) };
  if (best.agreement >= SURE) return best;
  const curled = byLongLines(half, quarter, layout, { plane: start, bend: null });
  return curled.agreement > best.agreement ? curled : best;
}

/**
 * Pulls a side that lies on the words beside it, or on the edge of the page, onto its line. The first fit leaves such a side
 * out: all short lines run toward it and fit wherever it is.
 */
function withLongLines(half: GreyImage, quarter: GreyImage, best: Fitted): Fitted {
  const { layout, pose } = best;
  if (best.agreement < HOPELESS) return best;
  const isInPlace =
    layout.markers.length > 0 ? best.agreement >= SURE : shareOnLines(half, pose, longStrokes(layout)) >= IN_PLACE;
  if (isInPlace) return best;
  const moved = byLongLines(half, quarter, layout, pose);
  return moved.agreement > best.agreement ? moved : best;
}

/** Fits the long lines first, even far ones: on strongly curled paper, short ones would be mistaken for their neighbors. */
function byLongLines(half: GreyImage, quarter: GreyImage, layout: ReadableForm, start: FormPose): Fitted {
  const reaches = layout.markers.length > 0 ? ROW_REACHES : FAR_REACHES;
  const held = fitBend(half, start, longStrokes(layout), reaches, 'all');
  const pose = fitBend(half, held, printedStrokes(layout), [5, 4, 3]);
  return { layout, pose, agreement: agreement(quarter, enlarged(pose, 0.5), layout) };
}
