// The arithmetic of the networks: convolutions in WebAssembly (assembly/network.ts), and the memory they work in.
// Everything is synchronous, and one network at a time uses the memory after the weights.
import { fileAt } from '#recognizer/file-beside';
import { BLOCK, inBlocks, MAX_VALUE, MAX_WEIGHTS, type Weights } from './packing.ts';

/** Values of an image or of one line: [row][column][channel], with `stride` floats from position to position. */
export type Maps = { at: number; height: number; width: number; channels: number; stride: number };

/** Activations, with the same numbers as in the kernels. Hard swish is followed by `scale` and `shift`. */
export type Activation = { kind: 'none' | 'relu' } | { kind: 'hard swish'; scale: number; shift: number };

type Layer = {
  height: number;
  width: number;
  channels: number;
  stepDown: number;
  stepAcross: number;
  weightsAt: number;
  biasAt: number;
  activation: Activation;
};
/** `tiles`: one of 3 x 3, computed in tiles of 2 x 2 outputs with half of the multiplications. */
export type Convolution = Layer & { type: 'convolution' | 'tiles'; inputs: number; unitsAt: number };
export type Filter = Layer & { type: 'filter' };
type Steps = { down?: number; across?: number };

export type Arithmetic = ReturnType<typeof arithmeticOf>;

type Kernels = Record<
  'multiply' | 'unfold' | 'filter' | 'convolveTiles' | 'packWeights' | 'transformWeights' | 'attend',
  (...numbers: number[]) => void
> & {
  shorten: (...numbers: number[]) => number;
};

const PROGRAM = new URL('./assembly/network.wasm', import.meta.url);
const FLOAT = 4;
const SHORT = 2;
const PAGE = 65_536;
/** Size of the memory in bytes. It never grows, so views stay valid, and unused pages take no physical memory. */
const SIZE = 1024 * PAGE;
const PRODUCTS_OF_TILE = 16;
const ACTIVATIONS = { none: 0, relu: 1, 'hard swish': 2 };
const PLAIN: Activation = { kind: 'none' };

const strideOf = (channels: number): number => Math.ceil(channels / BLOCK) * BLOCK;

const fitsTiles = ({ height, width, inputs, outputs }: Weights, { down = 1, across = 1 }: Steps): boolean =>
  [height, width].every((size) => size === 3) &&
  [down, across].every((step) => step === 1) &&
  [inputs, outputs].every((count) => count % BLOCK === 0);

let opened: Promise<Arithmetic> | undefined;

/** The memory and the kernels that use it. */
export function openArithmetic(): Promise<Arithmetic> {
  opened ??= fileAt(PROGRAM).then(async (program) => {
    const memory = new WebAssembly.Memory({ initial: SIZE / PAGE, maximum: SIZE / PAGE });
    const { instance } = await WebAssembly.instantiate(program, { env: { memory } });
    return arithmeticOf(memory, instance.exports as Kernels);
  });
  return opened;
}

function arithmeticOf(memory: WebAssembly.Memory, kernels: Kernels) {
  const floats = new Float32Array(memory.buffer);
  /** Where the weights end, and where the used memory ends. */
  let base = PAGE;
  let top = base;

  /** Allocates bytes, aligned for vectors. */
  const reserveBytes = (count: number): number => {
    const at = top;
    top += Math.ceil(count / 16) * 16;
    if (top > SIZE) throw new Error('The network needs more memory than is available.');
    return at;
  };
  const reserve = (count: number): number => reserveBytes(count * FLOAT);

  /** Space for values, which still contains earlier ones. A line of single values is not padded. */
  const room = (height: number, width: number, channels: number): Maps => {
    const stride = channels < BLOCK ? channels : strideOf(channels);
    return { at: reserve(height * width * stride), height, width, channels, stride };
  };

  /** Allocates bytes for weights, which are never freed. */
  const keepBytes = (count: number): number => {
    top = base;
    const at = reserveBytes(count);
    base = top;
    return at;
  };
  const put = (values: Float32Array, at: number): number => {
    floats.set(values, at / FLOAT);
    return at;
  };
  const keep = (values: Float32Array): number => put(values, keepBytes(values.byteLength));

  /** Rounds a convolution's weights into the memory. */
  const round = (weights: Weights, type: Convolution['type']) => {
    const { outputs, inputs, values } = weights;
    const isTiled = type === 'tiles';
    const places = isTiled ? PRODUCTS_OF_TILE : weights.height * weights.width;
    const pairs = Math.ceil((inputs * places) / 2);
    const weightsAt = keepBytes(strideOf(outputs) * pairs * 2 * SHORT);
    const unitsAt = keep(new Float32Array(strideOf(outputs)));
    // Temporary: the next layer's weights go here.
    let at = put(values, reserve(values.length));
    if (isTiled) {
      const from = at;
      at = reserve(outputs * inputs * places);
      kernels.transformWeights(from, inputs, outputs, at);
    }
    // Transformed weights are in the kernel's order already.
    const shape = isTiled ? [inputs * places, 1, outputs] : [inputs, places, outputs];
    kernels.packWeights(at, ...shape, MAX_WEIGHTS[type], weightsAt, unitsAt);
    return { weightsAt, unitsAt };
  };

  const layerOf = (weights: Weights, weightsAt: number, activation: Activation, steps: Steps): Layer => ({
    height: weights.height,
    width: weights.width,
    channels: weights.outputs,
    stepDown: steps.down ?? 1,
    stepAcross: steps.across ?? 1,
    weightsAt,
    biasAt: keep(inBlocks(weights.bias, weights.outputs)),
    activation,
  });

  const activationOf = (activation: Activation): [number, number, number] =>
    activation.kind === 'hard swish'
      ? [ACTIVATIONS[activation.kind], activation.scale, activation.shift]
      : [ACTIVATIONS[activation.kind], 1, 0];

  return {
    /** A convolution over all channels (a matrix if it has one row and column); edges are padded with 0. */
    convolution(weights: Weights, activation: Activation = PLAIN, steps: Steps = {}): Convolution {
      const type = fitsTiles(weights, steps) ? 'tiles' : 'convolution';
      const { weightsAt, unitsAt } = round(weights, type);
      return { type, inputs: weights.inputs, unitsAt, ...layerOf(weights, weightsAt, activation, steps) };
    },

    /** A depthwise convolution; the number of channels is a multiple of the block size. */
    filter(weights: Weights, activation: Activation = PLAIN, steps: Steps = {}): Filter {
      const { outputs, values } = weights;
      if (outputs % BLOCK !== 0) throw new Error('Filters of this shape are not supported.');
      return { type: 'filter', ...layerOf(weights, keep(inBlocks(values, outputs)), activation, steps) };
    },

    /** Frees all values except the weights. */
    begin(): void {
      top = base;
    },

    room,

    /** A view of the values in memory. */
    values: ({ at, height, width, stride }: Maps): Float32Array =>
      floats.subarray(at / FLOAT, at / FLOAT + height * width * stride),

    /** A view per position. */
    rows: ({ at, height, width, channels, stride }: Maps): Float32Array[] =>
      Array.from({ length: height * width }, (_, place) => {
        const start = at / FLOAT + place * stride;
        return floats.subarray(start, start + channels);
      }),

    /**
     * @param place where the result goes, and its stride; allocated by default
     * @param onto adds the result to what is there, before the activation
     */
    run(input: Maps, layer: Convolution | Filter, place?: { at: number; stride?: number }, onto = false): Maps {
      const [height, width] = [Math.ceil(input.height / layer.stepDown), Math.ceil(input.width / layer.stepAcross)];
      const { channels, weightsAt, biasAt, stepDown, stepAcross } = layer;
      const stride = place?.stride ?? strideOf(channels);
      const out = { at: place?.at ?? reserve(height * width * stride), height, width, channels, stride };
      const shape = [layer.height, layer.width, stepDown, stepAcross, height, width] as const;
      const activation = activationOf(layer.activation);
      if (layer.type === 'filter') {
        const { at, height: rows, width: columns } = input;
        kernels.filter(at, rows, columns, channels, ...shape, weightsAt, biasAt, out.at, ...activation);
        return out;
      }
      const before = top;
      if (layer.type === 'tiles') {
        const from = [input.at, input.height, input.width, input.channels, input.stride * FLOAT] as const;
        const to = [out.at, out.stride * FLOAT, channels / BLOCK, onto ? 1 : 0] as const;
        kernels.convolveTiles(...from, weightsAt, layer.unitsAt, biasAt, ...to, ...activation, top);
        return out;
      }
      const places = input.height * input.width;
      const seen = layer.inputs * layer.height * layer.width;
      /** Padded to pairs. */
      const length = seen + (seen % 2);
      const isMatrix = seen === layer.inputs;
      const apart = isMatrix ? length : layer.inputs;
      const shortAt = reserveBytes(places * apart * SHORT);
      // Adjacent positions count as one long position.
      const isClose = input.stride === layer.inputs && apart === layer.inputs;
      const numbers = isClose ? [places * apart, 1, shortAt, places * apart] : [layer.inputs, places, shortAt, apart];
      const unit = kernels.shorten(input.at, input.stride * FLOAT, ...numbers, MAX_VALUE);
      let at = shortAt;
      if (!isMatrix) {
        at = reserveBytes(height * width * length * SHORT);
        kernels.unfold(shortAt, input.height, input.width, layer.inputs, ...shape, at, length);
      }
      const from = [at, length * SHORT, length / 2, unit] as const;
      const to = [out.at, out.stride * FLOAT, height * width, Math.ceil(channels / BLOCK)] as const;
      kernels.multiply(...from, weightsAt, layer.unitsAt, biasAt, ...to, onto ? 1 : 0, ...activation);
      top = before;
      return out;
    },

    /**
     * Multi-head attention over a line of steps.
     * @param asked per step, the queries of all heads, then their keys, then their values
     */
    attend(asked: Maps, heads: number): Maps {
      const { at, width, stride } = asked;
      const out = room(1, width, asked.channels / 3);
      const before = top;
      const space = reserve(width);
      kernels.attend(at, stride * FLOAT, width, out.channels, heads, out.at, out.stride * FLOAT, space);
      top = before;
      return out;
    },
  };
}
