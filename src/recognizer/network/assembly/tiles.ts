// A convolution of 3 x 3 in tiles of 2 x 2 outputs, in AssemblyScript: Winograd's F(2 x 2, 3 x 3) (Lavin and Gray, "Fast
// Algorithms for Convolutional Neural Networks", 2016). It multiplies 16 times per tile in place of 36. All sums are exact:
// they may exceed 32 bits in between, because the outputs do not. Part of network.wasm.
import { multiplyFour, SHORT, shorten } from './matrix';
import { BLOCK, FOUR, putInteger } from './outputs';

const EIGHT: usize = 8 * SHORT;
/** Each tile is computed from 4 x 4 inputs, by 4 x 4 products. */
const SIDE: usize = 4;
const PRODUCTS: usize = SIDE * SIDE;
/** Tiles that share each load of the weights. */
const TOGETHER: i32 = 4;
/** Bytes from a product to the next one, and to the one below: the sums of eight outputs of these tiles. */
const NEXT: usize = <usize>TOGETHER * 2 * FOUR;
const BELOW: usize = SIDE * NEXT;
/** The largest input. The sum of four has 14 bits, as in `multiply`. */
const MOST: f32 = 2047;

/**
 * out = activation(bias + convolution of the input), or added to what is at `out`. The input has a multiple of 8 channels.
 * Strides are in bytes.
 * @param weights [block of 8 outputs][product][pair of inputs][8][2]
 * @param units the value of one unit of each output's weights
 * @param space for everything in between
 */
export function convolveTiles(
  input: usize,
  height: i32,
  width: i32,
  channels: i32,
  inputStride: usize,
  weights: usize,
  units: usize,
  bias: usize,
  out: usize,
  outStride: usize,
  blocks: i32,
  onto: bool,
  activation: i32,
  scaling: f32,
  shifting: f32,
  space: usize,
): void {
  const scale = f32x4.splat(scaling);
  const shift = f32x4.splat(shifting);
  const down = (height + 1) >> 1;
  const across = (width + 1) >> 1;
  const tiles = down * across;
  const pixel = <usize>channels * SHORT;
  const line = <usize>(2 * across + 2) * pixel;
  const framed = space + <usize>(height * width) * pixel;
  const changed = framed + <usize>(2 * down + 2) * line;
  // Space for more tiles, because they are multiplied in groups.
  const apart = <usize>(tiles + TOGETHER) * pixel;
  const sums = changed + PRODUCTS * apart;

  const unit = shorten(input, inputStride, channels, height * width, space, channels, MOST);
  // A pixel of zeros above and to the left of the image, and zeros up to the last tile's end.
  memory.fill(framed, 0, changed - framed);
  for (let y = 0; y < height; y++) {
    memory.copy(framed + <usize>(y + 1) * line + pixel, space + <usize>(y * width) * pixel, <usize>width * pixel);
  }
  for (let tile = 0; tile < tiles; tile++) {
    const from = framed + <usize>(2 * (tile / across)) * line + <usize>(2 * (tile % across)) * pixel;
    transform(from, line, pixel, changed + <usize>tile * pixel, apart);
  }
  for (let block = 0; block < blocks; block++) {
    for (let first = 0; first < tiles; first += TOGETHER) {
      for (let product: usize = 0; product < PRODUCTS; product++) {
        const rows = changed + product * apart + <usize>first * pixel;
        multiplyFour(rows, pixel, pixel, weights + product * <usize>BLOCK * pixel, sums + product * NEXT);
      }
      for (let tile = first; tile < min(tiles, first + TOGETHER); tile++) {
        const x = 2 * (tile % across);
        const y = 2 * (tile / across);
        const isWide = x + 1 < width;
        const isHigh = y + 1 < height;
        for (let half: usize = 0; half < 2 * FOUR; half += FOUR) {
          const u = f32x4.mul(v128.load(units + half), f32x4.splat(unit));
          const b = v128.load(bias + half);
          const at = out + <usize>(y * width + x) * outStride + half;
          const from = sums + <usize>(tile - first) * 2 * FOUR + half;
          let s0 = upper(from), s1 = upper(from + NEXT), s2 = upper(from + 2 * NEXT), s3 = upper(from + 3 * NEXT);
          putInteger(at, i32x4.add(i32x4.add(s0, s1), s2), u, b, onto, activation, scale, shift);
          if (isWide) {
            putInteger(at + outStride, i32x4.sub(i32x4.sub(s1, s2), s3), u, b, onto, activation, scale, shift);
          }
          if (!isHigh) continue;
          const under = at + <usize>width * outStride;
          s0 = lower(from);
          s1 = lower(from + NEXT);
          s2 = lower(from + 2 * NEXT);
          s3 = lower(from + 3 * NEXT);
          putInteger(under, i32x4.add(i32x4.add(s0, s1), s2), u, b, onto, activation, scale, shift);
          if (isWide) {
            putInteger(under + outStride, i32x4.sub(i32x4.sub(s1, s2), s3), u, b, onto, activation, scale, shift);
          }
        }
      }
    }
    weights += PRODUCTS * <usize>BLOCK * pixel;
    units += 2 * FOUR;
    bias += 2 * FOUR;
    out += 2 * FOUR;
  }
}

/** Transforms the 4 x 4 inputs of a tile, all channels: 16 sums of four, `apart` bytes apart. */
@inline
function transform(from: usize, line: usize, pixel: usize, to: usize, apart: usize): void {
  for (let end = from + pixel; from < end; from += EIGHT) {
    transformRow(from, from + 2 * line, pixel, false, to, apart);
    transformRow(from + line, from + 2 * line, pixel, true, to + SIDE * apart, apart);
    transformRow(from + 2 * line, from + line, pixel, false, to + 2 * SIDE * apart, apart);
    transformRow(from + line, from + 3 * line, pixel, false, to + 3 * SIDE * apart, apart);
    to += EIGHT;
  }
}

@inline
function transformRow(one: usize, other: usize, pixel: usize, isSum: bool, to: usize, apart: usize): void {
  const a = joined(one, other, isSum);
  const b = joined(one + pixel, other + pixel, isSum);
  const c = joined(one + 2 * pixel, other + 2 * pixel, isSum);
  const d = joined(one + 3 * pixel, other + 3 * pixel, isSum);
  v128.store(to, i16x8.sub(a, c));
  v128.store(to + apart, i16x8.add(b, c));
  v128.store(to + 2 * apart, i16x8.sub(c, b));
  v128.store(to + 3 * apart, i16x8.sub(b, d));
}

@inline
function joined(one: usize, other: usize, isSum: bool): v128 {
  return isSum ? i16x8.add(v128.load(one), v128.load(other)) : i16x8.sub(v128.load(one), v128.load(other));
}

/** A column's products joined into the upper output. */
@inline
function upper(at: usize): v128 {
  return i32x4.add(i32x4.add(v128.load(at), v128.load(at, BELOW)), v128.load(at, 2 * BELOW));
}

@inline
function lower(at: usize): v128 {
  return i32x4.sub(i32x4.sub(v128.load(at, BELOW), v128.load(at, 2 * BELOW)), v128.load(at, 3 * BELOW));
}
