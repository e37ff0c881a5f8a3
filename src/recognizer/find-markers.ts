// Finds a form by the ArUco markers in its corners.
import aruco from 'js-aruco2';
import type { BallotLayout } from '#ballot/layout.ts';
import type { GreyImage } from './decode.ts';
import { homographyBetween, type Homography, type Vec } from './homography.ts';

const DICTIONARY = 'COURTSIDE';
/** Two markers fix eight corners; with one the far side of the page would be guessed. */
const LEAST_MARKERS = 2;

type Detector = InstanceType<typeof aruco.AR.Detector>;
let detector: Detector | undefined;
let known: { layout: BallotLayout; corner: number }[] = [];

/** Looks only for the markers of the given forms: unrelated squares then hardly ever pass for one. */
function detectorFor(layouts: readonly BallotLayout[]): Detector {
  if (detector) return detector;
  known = layouts.flatMap((layout) => layout.markers.map((_, corner) => ({ layout, corner })));
  const codeList = layouts.flatMap((layout) => layout.markers.map(({ bits }) => Number.parseInt(bits, 2)));
  // Any two of the codes differ in five bits or more, so that two wrong bits can be mended.
  aruco.AR.DICTIONARIES[DICTIONARY] = { nBits: 16, tau: 3, codeList };
  detector = new aruco.AR.Detector({ dictionaryName: DICTIONARY });
  return detector;
}

export type FoundByMarkers = { layout: BallotLayout; plane: Homography; markers: number };

/** The form whose markers are seen best, with its plane in pixels of the given image; null with fewer than two markers. */
export function findByMarkers(image: GreyImage, layouts: readonly BallotLayout[]): FoundByMarkers | null {
  const seen = detectorFor(layouts).detectImage(image.width, image.height, asRgba(image));
  let best: FoundByMarkers | null = null;
  for (const layout of layouts) {
    if (layout.markers.length === 0) continue;
    const corners = new Map<number, Vec[]>();
    for (const marker of seen) {
      const home = known[marker.id];
      if (home?.layout === layout) corners.set(home.corner, marker.corners);
    }
    if (corners.size < LEAST_MARKERS || corners.size <= (best?.markers ?? 0)) continue;
    const from: Vec[] = [];
    const to: Vec[] = [];
    for (const [corner, points] of corners) {
      const { x, y, size } = layout.markers[corner]!;
      from.push({ x, y }, { x: x + size, y }, { x: x + size, y: y + size }, { x, y: y + size });
      to.push(...points);
    }
    const plane = homographyBetween(from, to);
    if (plane) best = { layout, plane, markers: corners.size };
  }
  return best;
}

function asRgba({ data }: GreyImage): Uint8Array {
  const pixels = new Uint32Array(data.length);
  for (let i = 0; i < data.length; i += 1) pixels[i] = data[i]! * 0x01_01_01 + 0xff_00_00_00;
  return new Uint8Array(pixels.buffer);
}
