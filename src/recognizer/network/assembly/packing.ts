// Orders and rounds weights for the kernels that multiply integers, when a network is loaded. In JavaScript, compiling these loops
// took longer than running them. Part of network.wasm.
import { SHORT } from './matrix';
import { BLOCK, FLOAT } from './outputs';

const MAX_WEIGHT: f64 = 32767;
/** From a pair of an output's weights to the next one: the pairs of all outputs of the block are adjacent. */
const NEXT_PAIR: usize = <usize>BLOCK * 2 * SHORT;

/**
 * Quantizes floats [output][channel][place] to 16-bit integers [block of 8 outputs][pair][8][2]; in the pairs, an output's
 * weights are in the order [place][channel]. What is missing in the last block and pair is 0.
 * @param maxSum limit of the sum of an output's integers, with which no output exceeds 32 bits
 * @param units takes the value of one unit of each output's integers
 */
export function packWeights(from: usize, channels: i32, places: i32, outputs: i32, maxSum: f64, out: usize, units: usize): void {
  const size = channels * places;
  const block = <usize>((size + 1) >> 1) * NEXT_PAIR;
  memory.fill(out, 0, <usize>((outputs + BLOCK - 1) / BLOCK) * block);
  for (let output = 0; output < outputs; output++) {
    const end = from + <usize>size * FLOAT;
    const fours = from + <usize>(size & ~3) * FLOAT;
    let at = from;
    let mosts = f32x4.splat(0);
    let sums = f64x2.splat(0);
    for (; at < fours; at += 4 * FLOAT) {
      const weights = f32x4.abs(v128.load(at));
      mosts = f32x4.pmax(mosts, weights);
      const upper = i32x4.shuffle(weights, weights, 2, 3, 2, 3);
      sums = f64x2.add(sums, f64x2.add(f64x2.promote_low_f32x4(weights), f64x2.promote_low_f32x4(upper)));
    }
    let most = <f64>max(
      max(f32x4.extract_lane(mosts, 0), f32x4.extract_lane(mosts, 1)),
      max(f32x4.extract_lane(mosts, 2), f32x4.extract_lane(mosts, 3)),
    );
    let sum = f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1);
    for (; at < end; at += FLOAT) {
      const weight = <f64>abs(load<f32>(at));
      most = max(most, weight);
      sum += weight;
    }
    // Rounding may add half a unit to each, and in tiles, an input counts up to four times.
    let unit = max(most / MAX_WEIGHT, sum / (maxSum - 2 * <f64>size));
    if (unit == 0) unit = 1;
    store<f32>(units + <usize>output * FLOAT, <f32>unit);
    const to = out + <usize>(output / BLOCK) * block + <usize>(output % BLOCK) * 2 * SHORT;
    // A matrix is in the order of the pairs already.
    const done = places == 1 ? size & ~1 : 0;
    const divisor = f64x2.splat(unit);
    for (let index = 0; index < done; index += 2) {
      const pair = f64x2.promote_low_f32x4(v128.load64_zero(from + <usize>index * FLOAT));
      const rounded = i32x4.trunc_sat_f64x2_s_zero(f64x2.nearest(f64x2.div(pair, divisor)));
      store<i32>(to + <usize>(index >> 1) * NEXT_PAIR, i32x4.extract_lane(i16x8.narrow_i32x4_s(rounded, rounded), 0));
    }
    for (let place = 0; place < places; place++) {
      for (let channel = done; channel < channels; channel++) {
        const weight = load<f32>(from + <usize>(channel * places + place) * FLOAT);
        const index = <usize>(place * channels + channel);
        store<i16>(to + (index >> 1) * NEXT_PAIR + (index & 1) * SHORT, <i16>nearest(<f64>weight / unit));
      }
    }
    from = end;
  }
}

/** Winograd's F(2, 3), see tiles.ts: three weights become four. Weights are `step` bytes apart, the results `nextStep`. */
@inline
function fourOfThree(from: usize, step: usize, to: usize, nextStep: usize): void {
  const first = load<f32>(from);
  const last = load<f32>(from + 2 * step);
  const outer = (first + last) / 2;
  const middle = load<f32>(from + step) / 2;
  store<f32>(to, first);
  store<f32>(to + nextStep, outer + middle);
  store<f32>(to + 2 * nextStep, outer - middle);
  store<f32>(to + 3 * nextStep, last);
}

/** Four rows of three, while the weights of one channel are transformed. */
const ROWS: usize = memory.data(4 * 3 * 4);

/** Transforms floats [output][channel][3][3] to [output][4][4][channel], for `convolveTiles`. */
export function transformWeights(from: usize, channels: i32, outputs: i32, out: usize): void {
  const apart = <usize>channels * FLOAT;
  for (let output = 0; output < outputs; output++) {
    for (let channel = 0; channel < channels; channel++) {
      for (let column: usize = 0; column < 3 * FLOAT; column += FLOAT) fourOfThree(from + column, 3 * FLOAT, ROWS + column, 3 * FLOAT);
      for (let row: usize = 0; row < 4; row++) {
        fourOfThree(ROWS + row * 3 * FLOAT, FLOAT, out + row * 4 * apart + <usize>channel * FLOAT, apart);
      }
      from += 9 * FLOAT;
    }
    out += 16 * apart;
  }
}
