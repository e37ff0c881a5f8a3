// How much darker each pixel is than the paper around it: light, shadow and shaded columns drop out, lines and ink stay.
import type { GreyImage } from './decode.ts';

/** Half the edge of the neighborhood that counts as "the paper around", in pixels of the full image. */
const RADIUS = 14;

/** 0: as light as its surroundings; 255: black on white. Same size as the image. */
export function inkMap(image: GreyImage): GreyImage {
  const { width, height, data } = image;
  const out = new Uint8Array(width * height);
  const columns = new Int32Array(width);
  for (let y = 0; y <= Math.min(RADIUS, height - 1); y += 1) addRow(columns, data, y * width, 1);
  for (let y = 0; y < height; y += 1) {
    const rows = Math.min(height - 1, y + RADIUS) - Math.max(0, y - RADIUS) + 1;
    let sum = 0;
    for (let x = 0; x <= Math.min(RADIUS, width - 1); x += 1) sum += columns[x]!;
    for (let x = 0; x < width; x += 1) {
      const count = (Math.min(width - 1, x + RADIUS) - Math.max(0, x - RADIUS) + 1) * rows;
      const mean = sum / count;
      const darker = mean - data[y * width + x]!;
      // On a surface darker than 80 the relative contrast is mostly noise: no paper in any light to write by is darker.
      if (darker > 0) out[y * width + x] = (255 * darker) / (mean > 80 ? mean : 80);
      if (x + RADIUS + 1 < width) sum += columns[x + RADIUS + 1]!;
      if (x - RADIUS >= 0) sum -= columns[x - RADIUS]!;
    }
    if (y + RADIUS + 1 < height) addRow(columns, data, (y + RADIUS + 1) * width, 1);
    if (y - RADIUS >= 0) addRow(columns, data, (y - RADIUS) * width, -1);
  }
  return { width, height, data: out };
}

function addRow(columns: Int32Array, data: Uint8Array, start: number, sign: 1 | -1): void {
  for (let x = 0; x < columns.length; x += 1) columns[x]! += sign * data[start + x]!;
}

/** Half the size, each pixel the mean of four. */
export function halved(image: GreyImage): GreyImage {
  const width = image.width >> 1;
  const height = image.height >> 1;
  const out = new Uint8Array(width * height);
  const { data } = image;
  for (let y = 0; y < height; y += 1) {
    let at = 2 * y * image.width;
    for (let x = 0; x < width; x += 1, at += 2) {
      out[y * width + x] = (data[at]! + data[at + 1]! + data[at + image.width]! + data[at + image.width + 1]!) >> 2;
    }
  }
  return { width, height, data: out };
}

/** The value between pixels; `outside` beyond the image. Pixel centers are at whole coordinates. */
export function sample(image: GreyImage, x: number, y: number, outside = 0): number {
  const { width, data } = image;
  if (!(x >= 0 && y >= 0 && x < width - 1 && y < image.height - 1)) return outside;
  const left = x | 0;
  const top = y | 0;
  const dx = x - left;
  const dy = y - top;
  const at = top * width + left;
  const upper = data[at]! * (1 - dx) + data[at + 1]! * dx;
  const lower = data[at + width]! * (1 - dx) + data[at + width + 1]! * dx;
  return upper * (1 - dy) + lower * dy;
}
