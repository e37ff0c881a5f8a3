// Finds a form by the ArUco markers in its corners.
import type { GreyImage, Point } from '#recognizer/image/grey-image.ts';
import aruco from 'js-aruco2';
import type { PrintedForm } from '#ballot/layout.ts';
import { outlinesIn } from '#recognizer/image/pixels.ts';
import { homographyBetween, type Homography, project } from './homography.ts';

/** A page with markers in its corners. */
type Marked = Pick<PrintedForm, 'markers'>;

const DICTIONARY = 'COURTSIDE';
/** Two markers fix eight corners. With one, the far side of the page would be a guess. */
const MIN_MARKERS = 2;

type Detector = InstanceType<typeof aruco.AR.Detector>;
let detector: Detector | undefined;
let known: { layout: Marked; corner: number }[] = [];

/** Looks only for the markers of the given forms, so that other squares are hardly ever taken for one. */
function detectorFor(layouts: readonly Marked[]): Detector {
  if (detector) return detector;
  known = layouts.flatMap((layout) => layout.markers.map((_, corner) => ({ layout, corner })));
  const codeList = layouts.flatMap((layout) => layout.markers.map(({ bits }) => Number.parseInt(bits, 2)));
  // Any two codes differ in at least five bits, so two wrong bits can be corrected.
  aruco.AR.DICTIONARIES[DICTIONARY] = { nBits: 16, tau: 3, codeList };
  detector = new aruco.AR.Detector({ dictionaryName: DICTIONARY });
  return detector;
}

/** `centers` has the center of each visible marker in the image; `forms` is how many forms the visible markers belong to. */
export type FoundByMarkers<Form extends Marked> = {
  layout: Form;
  plane: Homography;
  centers: ReadonlyMap<number, Point>;
  forms: number;
};

/** Ink, of 255, that even an unsharp marker's frame has. */
const MIN_FRAME_INK = 28;
/** A marker with a shorter outline, or shorter sides, in pixels, can't be decoded. */
const MIN_OUTLINE = 36;
const MIN_SIDE = 8;
/** How far an outline may be from straight sides, as a fraction of its length. */
const STRAIGHT = 0.05;
/** The same marker seen twice, so far apart in pixels, is on two pages. */
const MIN_APART = 40;
/** Two outlines nearer than this are the inner and outer edge of one frame. */
const SAME = 10;
/** Pixels of the square that a marker is straightened to: 6 cells of 8, and one. */
const SQUARE = 49;

/**
 * The steps of the library's own detection, on an ink map and with faster outlines. Only squares with a frame are decoded.
 * @param image the grey image that `ink` was made from
 */
function markersIn(image: GreyImage, ink: GreyImage, layouts: readonly Marked[]) {
  const reader = detectorFor(layouts);
  const squares: Point[][] = [];
  outlinesIn(ink, MIN_FRAME_INK, MIN_OUTLINE, (outline) => {
    squares.push(...reader.findCandidates([outline], MIN_OUTLINE, STRAIGHT, MIN_SIDE));
  });
  const frames = reader.notTooNear(reader.clockwiseCorners(squares), SAME).filter((corners) => hasFrame(ink, corners));
  return reader.findMarkers(image, frames, SQUARE);
}

/** Places on a marker's frame, which is a sixth of its sides wide: the four corners, and halfway between them. */
const ON_FRAME = [
  [1, 1],
  [6, 1],
  [11, 1],
  [11, 6],
  [11, 11],
  [6, 11],
  [1, 11],
  [1, 6],
].map(([across, down]) => ({ across: across! / 12, down: down! / 12 }));
/** At least this many of them have ink. On markers all do, even in bad photos; on the boxes of scores hardly any. */
const MIN_ON_FRAME = 6;

function hasFrame({ width, data }: GreyImage, [a, b, c, d]: readonly Point[]): boolean {
  const inked = ON_FRAME.filter(({ across, down }) => {
    const [x, y] = (['x', 'y'] as const).map((axis) =>
      Math.round(mixed(mixed(a![axis], b![axis], across), mixed(d![axis], c![axis], across), down)),
    );
    return data[y! * width + x!]! > MIN_FRAME_INK;
  });
  return inked.length >= MIN_ON_FRAME;
}

const mixed = (from: number, to: number, part: number): number => (1 - part) * from + part * to;

/**
 * Finds the form with the most visible markers.
 * @param image half a photo
 * @param ink its ink map
 * @returns null with fewer than two markers
 */
export function findByMarkers<Form extends Marked>(
  image: GreyImage,
  ink: GreyImage,
  layouts: readonly Form[],
): FoundByMarkers<Form> | null {
  const seen = markersIn(image, ink, layouts);
  let best: FoundByMarkers<Form> | null = null;
  let forms = 0;
  for (const layout of layouts) {
    const corners = new Map<number, Outline[]>();
    for (const marker of seen) {
      const home = known[marker.id];
      if (home?.layout !== layout) continue;
      const earlier = corners.get(home.corner) ?? [];
      const isNew = earlier.every((outline) => distance(centerOf(outline), centerOf(marker.corners)) > MIN_APART);
      if (isNew) corners.set(home.corner, [...earlier, marker.corners]);
    }
    if (corners.size < MIN_MARKERS) continue;
    forms += [...corners.values()].some((outlines) => outlines.length > 1) ? 2 : 1;
    if (corners.size <= (best?.centers.size ?? 0)) continue;
    const page = ofOnePage(layout, corners);
    if (page) best = { layout, ...page, forms };
  }
  return best && { ...best, forms };
}

type Outline = readonly Point[];
type MarkersOfPage = Pick<FoundByMarkers<Marked>, 'plane' | 'centers'>;

/** Of markers seen more than once, those that lie best in one plane are on one page. */
function ofOnePage(layout: Marked, corners: ReadonlyMap<number, Outline[]>): MarkersOfPage | null {
  let choices: (readonly [corner: number, outline: Outline])[][] = [[]];
  for (const [corner, outlines] of corners)
    choices = choices.flatMap((choice) => outlines.map((outline) => [...choice, [corner, outline] as const]));
  let best: (MarkersOfPage & { error: number }) | null = null;
  for (const choice of choices) {
    const from = choice.flatMap(([corner]) => squareOf(layout, corner));
    const to = choice.flatMap(([, outline]) => outline);
    const plane = homographyBetween(from, to);
    if (!plane) continue;
    const error = from.reduce((sum, { x, y }, at) => sum + distance(project(plane, x, y), to[at]!), 0);
    const centers = new Map(choice.map(([corner, outline]) => [corner, centerOf(outline)]));
    if (!best || error < best.error) best = { plane, centers, error };
  }
  return best;
}

function squareOf({ markers }: Marked, corner: number): Point[] {
  const { x, y, size } = markers[corner]!;
  return [
    { x, y },
    { x: x + size, y },
    { x: x + size, y: y + size },
    { x, y: y + size },
  ];
}

const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);

const centerOf = (corners: readonly Point[]): Point => ({
  x: corners.reduce((sum, { x }) => sum + x, 0) / corners.length,
  y: corners.reduce((sum, { y }) => sum + y, 0) / corners.length,
});
