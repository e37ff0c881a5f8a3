// Simulates a photo of a page: position, light, shadow, curl, focus, noise and the phone's JPEG.
import sharp from 'sharp';
import { DPP, type Page } from './draw-form.ts';
import type { Random } from './random.ts';

/** L1 flatbed scan, L2 careful photo, L3 ordinary photo, L4 bad photo, L5 abusive. */
export const LEVELS = ['L1', 'L2', 'L3', 'L4', 'L5'] as const;
export type Level = (typeof LEVELS)[number];

type Conditions = {
  tilt: number; // degrees off the vertical
  roll: number; // degrees in the plane beside the quarter turn
  light: number; // how uneven, 0 to 1
  shadow: number; // probability of a shadow
  blur: number; // of the photo's width, in thousandths
  noise: number;
  curl: number; // points of the page
  jpeg: readonly [number, number];
  offPage: number; // part of the page's height that may leave the picture
};
const CONDITIONS: Record<Level, Conditions> = {
  L1: { tilt: 0, roll: 1.2, light: 0.02, shadow: 0, blur: 0.12, noise: 1.5, curl: 0, jpeg: [85, 95], offPage: 0 },
  L2: { tilt: 6, roll: 4, light: 0.15, shadow: 0.15, blur: 0.25, noise: 3, curl: 1, jpeg: [80, 92], offPage: 0 },
  L3: { tilt: 14, roll: 10, light: 0.35, shadow: 0.4, blur: 0.45, noise: 5, curl: 4, jpeg: [70, 90], offPage: 0 },
  L4: { tilt: 24, roll: 16, light: 0.5, shadow: 0.7, blur: 0.8, noise: 8, curl: 9, jpeg: [50, 80], offPage: 0.01 },
  L5: { tilt: 32, roll: 22, light: 0.6, shadow: 0.8, blur: 1.3, noise: 11, curl: 16, jpeg: [35, 70], offPage: 0.06 },
};

/** `toPage` maps a pixel of the upright photo to page points. */
export type Photo = { jpeg: Buffer; width: number; height: number; toPage: (x: number, y: number) => [number, number] };

/**
 * Writes the page's points of a row's pixels into `places`, from the pixel `x` on, each as a pair: a call and a new pair for each of
 * millions of pixels would take most of the time.
 */
type ToPlaces = (x: number, y: number, places: Float64Array) => void;

/** 1/3!, 1/5! and so on, of the series of a sine. */
const [S3, S5, S7, S9, S11, S13, S15, S17, S19] = [3, 5, 7, 9, 11, 13, 15, 17, 19].map((last) => {
  let product = 1;
  for (let factor = 2; factor <= last; factor += 1) product *= factor;
  return 1 / product;
}) as [number, number, number, number, number, number, number, number, number];

/** As exact as Math.sin for the angles here, and faster. */
function sine(angle: number): number {
  const turns = Math.floor(angle * (1 / Math.PI) + 0.5);
  const a = angle - turns * Math.PI;
  const q = a * a;
  const odd = S3 - q * (S5 - q * (S7 - q * (S9 - q * (S11 - q * (S13 - q * (S15 - q * (S17 - q * S19)))))));
  const sum = a - a * q * odd;
  return (turns & 1) === 0 ? sum : -sum;
}

type Matrix = number[];
const times = (m: Matrix, x: number, y: number, z: number): [number, number, number] => [
  m[0]! * x + m[1]! * y + m[2]! * z,
  m[3]! * x + m[4]! * y + m[5]! * z,
  m[6]! * x + m[7]! * y + m[8]! * z,
];

/** The inverse of a 3 x 3 matrix, up to scale. */
const inverse = ([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0]: Matrix): Matrix => [
  e * i - f * h,
  c * h - b * i,
  b * f - c * e,
  f * g - d * i,
  a * i - c * g,
  c * d - a * f,
  d * h - e * g,
  b * g - a * h,
  a * e - b * d,
];

/** Maps page points, relative to the page's center, to pixels of a camera that is aimed at the center. */
function view(
  page: { width: number; height: number },
  width: number,
  height: number,
  how: Conditions,
  random: Random,
  part: number,
): Matrix {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const toward = random.between(0, 2 * Math.PI);
  const tilt = radians(how.tilt * Math.sqrt(random.next()));
  const quarter = how.tilt > 10 && random.chance(0.4) ? random.whole(0, 3) : 0;
  const landscape = width > height;
  const roll = radians(random.between(-how.roll, how.roll) + 90 * (quarter + (landscape ? 1 : 0)));
  const [cr, sr] = [Math.cos(roll), Math.sin(roll)];
  const distance = 1100;
  const depth = (x: number, y: number): [number, number] => [
    Math.sin(tilt) * Math.cos(toward) * x,
    Math.sin(tilt) * Math.sin(toward) * y,
  ];
  const [px] = depth(1, 0);
  const py = depth(0, 1)[1];
  // w = 1 + (tilt . p) / distance; the foreshortening along the tilt is left to the perspective.
  const squeeze = Math.cos(tilt);
  const [ct, st] = [Math.cos(toward), Math.sin(toward)];
  const ax = 1 - (1 - squeeze) * ct * ct;
  const axy = -(1 - squeeze) * ct * st;
  const ay = 1 - (1 - squeeze) * st * st;
  const shape: Matrix = [
    cr * ax - sr * axy,
    cr * axy - sr * ay,
    0,
    sr * ax + cr * axy,
    sr * axy + cr * ay,
    0,
    px / distance,
    py / distance,
    1,
  ];
  // As large as fits with a margin, then at a random position where it fits.
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([x = 0, y = 0]) => {
    const [u, v, w] = times(shape, (x * page.width) / 2, (y * page.height) / 2, 1);
    return [u / w, v / w] as const;
  });
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const spanX = Math.max(...xs) - Math.min(...xs);
  const spanY = Math.max(...ys) - Math.min(...ys);
  const fill = how.tilt === 0 ? 1 : random.between(0.8, 0.97) * (1 + how.offPage * 2 * random.next());
  const scale = part * fill * Math.min(width / spanX, height / spanY);
  const freeX = Math.max(0, width - spanX * scale) / 2 + how.offPage * spanX * scale;
  const freeY = Math.max(0, height - spanY * scale) / 2 + how.offPage * spanY * scale;
  const tx = width / 2 - ((Math.max(...xs) + Math.min(...xs)) / 2) * scale + random.between(-freeX, freeX) * 0.9;
  const ty = height / 2 - ((Math.max(...ys) + Math.min(...ys)) / 2) * scale + random.between(-freeY, freeY) * 0.9;
  const [g, h] = [shape[6]!, shape[7]!];
  return [
    scale * shape[0]! + tx * g,
    scale * shape[1]! + tx * h,
    tx,
    scale * shape[3]! + ty * g,
    scale * shape[4]! + ty * h,
    ty,
    g,
    h,
    1,
  ];
}

/** @param part of the photo's width and height that the page fills: 1 is nearly all */
export async function photograph(page: Page, level: Level, longSide: number, random: Random, part = 1): Promise<Photo> {
  const how = CONDITIONS[level];
  const size = { width: page.width / DPP, height: page.height / DPP };
  const scan = level === 'L1';
  const shortSide = Math.round(longSide * (scan ? size.width / size.height : 0.75));
  const [width, height] = !scan && random.chance(0.3) ? [longSide, shortSide] : [shortSide, longSide];
  const back = inverse(view(size, width, height, how, random, part));
  const curl = random.normal(how.curl * 0.6);
  const curlPhase = random.between(0, Math.PI);
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = back;
  const toPlaces: ToPlaces = (left, py, places) => {
    const [atX, atY, atW] = [b * py + c, e * py + f, h * py + i];
    for (let index = 0; index < places.length; index += 2) {
      const px = left + index / 2;
      const scale = 1 / (g * px + atW);
      const x = (a * px + atX) * scale + size.width / 2;
      const y = (d * px + atY) * scale + size.height / 2;
      places[index] = curl === 0 ? x : x + 0.4 * curl * sine((Math.PI / size.height) * y + curlPhase);
      places[index + 1] =
        curl === 0 ? y : y + curl * sine((Math.PI / size.width) * x + curlPhase) * (0.5 + y / size.height);
    }
  };
  const toPage = (px: number, py: number): [number, number] => {
    const place = new Float64Array(2);
    toPlaces(px, py, place);
    return [place[0]!, place[1]!];
  };
  const pixels = expose(page, width, height, toPlaces, how, random);
  const image = sharp(pixels, { raw: { width, height, channels: 1 } });
  const sigma = how.blur * 0.001 * longSide * random.between(0.5, 1.2);
  if (sigma > 0.3) image.blur(sigma);
  const soft = await image.raw().toBuffer({ resolveWithObject: true });
  const grainy = withNoise(soft.data, soft.info.channels, how.noise, random);
  const jpeg = await sharp(grainy, { raw: { width, height, channels: 1 } })
    .toColourspace('srgb')
    .jpeg({ quality: random.whole(...how.jpeg) })
    .toBuffer();
  return { jpeg, width, height, toPage };
}

function expose(
  page: Page,
  width: number,
  height: number,
  toPlaces: ToPlaces,
  how: Conditions,
  random: Random,
): Buffer {
  const out = Buffer.alloc(width * height);
  const exposure = random.between(0.75, 1);
  const direction = random.between(0, 2 * Math.PI);
  const [lx, ly] = [Math.cos(direction) / width, Math.sin(direction) / height];
  const uneven = how.light * random.next();
  const shadow = random.chance(how.shadow) ? random.between(0.2, 0.55) : 0;
  const edge = random.between(-0.35, 0.35);
  const soft = random.between(0.01, 0.12);
  const [sx, sy] = [Math.cos(direction * 3) / width, Math.sin(direction * 3) / height];
  const desk = random.between(30, 150);
  const planks = random.between(0.005, 0.05);
  const light = Float32Array.from({ length: 64 * 64 }, (_, index) => {
    const x = ((index % 64) / 63 - 0.5) * width;
    const y = (Math.floor(index / 64) / 63 - 0.5) * height;
    const side = (x * sx + y * sy - edge) / soft;
    return exposure * (1 + uneven * (x * lx + y * ly)) * (1 - shadow / (1 + Math.exp(-side)));
  });
  const { data, width: pageWidth, height: pageHeight } = page;
  const places = new Float64Array(2 * width);
  const lightColumns = Uint8Array.from({ length: width }, (_, x) => Math.floor((x / width) * 63));
  for (let y = 0; y < height; y += 1) {
    const lightRow = Math.min(62, Math.floor((y / height) * 63)) * 64;
    const grain = 3 * Math.sin(y * planks * 0.2);
    toPlaces(0, y, places);
    for (let x = 0; x < width; x += 1) {
      const u = places[2 * x]! * DPP - 0.5;
      const v = places[2 * x + 1]! * DPP - 0.5;
      let value: number;
      if (u >= 0 && v >= 0 && u < pageWidth - 1 && v < pageHeight - 1) {
        const at = (v | 0) * pageWidth + (u | 0);
        const du = u - (u | 0);
        const dv = v - (v | 0);
        value =
          (data[at]! * (1 - du) + data[at + 1]! * du) * (1 - dv) +
          (data[at + pageWidth]! * (1 - du) + data[at + pageWidth + 1]! * du) * dv;
      } else value = desk * (1 + 0.15 * sine(x * planks + grain));
      out[y * width + x] = Math.max(0, Math.min(255, value * light[lightRow + lightColumns[x]!]!));
    }
  }
  return out;
}

/** Noise from a table: drawing a normal number for each of 12 million pixels would take most of the time. */
function withNoise(data: Buffer, channels: number, noise: number, random: Random): Buffer {
  const table = Int8Array.from({ length: 65_521 }, () => Math.round(random.normal(noise)));
  const count = data.length / channels;
  const out = Buffer.alloc(count);
  for (let index = 0; index < count; index += 1) {
    out[index] = Math.max(0, Math.min(255, data[index * channels]! + table[(index * 7 + (index >> 9)) % 65_521]!));
  }
  return out;
}
