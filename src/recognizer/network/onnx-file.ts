// Reads the weights from an ONNX file. The networks themselves are in TypeScript (score-network.ts, text-network.ts); only the
// order of the file's operations, their constants and their strides are used.
// Field numbers: https://github.com/onnx/onnx/blob/main/onnx/onnx.proto

type Constant = { shape: number[]; values: Float32Array };
/** An operation of the graph: its constant inputs in order, and the strides of a convolution. */
export type Operation = { type: string; constants: Constant[]; steps: { down: number; across: number } };

const FLOATS = 1;
const [VARINT, FIXED64, BYTES, FIXED32] = [0, 1, 2, 5];

type Field = { number: number; value: number; bytes: Uint8Array };

/** Constants of this many bytes stay in the file. Smaller ones are copied, or they would keep all of it in memory. */
const LARGE = 4096;

/**
 * @param file is used up: large constants are moved in it, because copying them would double the time of loading
 * @throws {Error} if the bytes are not an ONNX model
 */
export function readOperations(file: Uint8Array): Operation[] {
  const [graph] = only(fieldsOf(file), 7);
  if (!graph) throw new Error('This file contains no network.');
  const parts = fieldsOf(graph);
  const constants = new Map<string, Constant>();
  const keep = (name: Uint8Array | undefined, tensor: Field[]): void => {
    const constant = constantIn(tensor);
    if (constant) constants.set(text(name), constant);
  };
  for (const tensor of only(parts, 5).map(fieldsOf)) keep(only(tensor, 8)[0], tensor);
  const operations: Operation[] = [];
  for (const node of only(parts, 1)) {
    const fields = fieldsOf(node);
    const type = text(only(fields, 4)[0]);
    const attributes = only(fields, 5).map(fieldsOf);
    if (type === 'Constant') {
      for (const tensor of only(attributes[0] ?? [], 5)) keep(only(fields, 2)[0], fieldsOf(tensor));
    } else {
      const inputs = only(fields, 1).map((name) => constants.get(text(name)));
      const strides = attributes.find((attribute) => text(only(attribute, 1)[0]) === 'strides');
      const [down = 1, across = 1] = strides ? numbers(strides, 8) : [];
      operations.push({
        type,
        constants: inputs.filter((constant) => constant !== undefined),
        steps: { down, across },
      });
    }
  }
  return operations;
}

/** The values of a tensor, unless they aren't floats. */
function constantIn(tensor: Field[]): Constant | undefined {
  if (!tensor.some(({ number, value }) => number === 2 && value === FLOATS)) return undefined;
  const raw = only(tensor, 9)[0] ?? only(tensor, 4)[0];
  return raw && { shape: numbers(tensor, 1), values: aligned(raw) };
}

/** Floats have addresses that are multiples of four; a large constant is moved there over its own header, already read. */
function aligned(raw: Uint8Array): Float32Array {
  if (raw.length < LARGE) return new Float32Array(new Uint8Array(raw).buffer);
  const at = raw.byteOffset - (raw.byteOffset % Float32Array.BYTES_PER_ELEMENT);
  new Uint8Array(raw.buffer, at).set(raw);
  return new Float32Array(raw.buffer, at, raw.length / Float32Array.BYTES_PER_ELEMENT);
}

const only = (fields: Field[], wanted: number): Uint8Array[] =>
  fields.flatMap(({ number, bytes }) => (number === wanted ? [bytes] : []));

/** A field of integers, packed or not. */
const numbers = (fields: Field[], wanted: number): number[] =>
  fields.flatMap(({ number, bytes, value }) => {
    if (number !== wanted) return [];
    return bytes.length > 0 ? varints(bytes) : value;
  });

const decoder = new TextDecoder();
const text = (bytes: Uint8Array | undefined): string => decoder.decode(bytes);

/** The fields of a protocol buffer message; numbers have no bytes. */
function fieldsOf(message: Uint8Array): Field[] {
  const fields: Field[] = [];
  let at = 0;
  while (at < message.length) {
    const [key, behind] = varint(message, at);
    const number = Math.floor(key / 8);
    let end = behind;
    let value = 0;
    let start = behind;
    if (key % 8 === VARINT) [value, end] = varint(message, behind);
    else if (key % 8 === FIXED64) end += 8;
    else if (key % 8 === FIXED32) end += 4;
    else if (key % 8 === BYTES) {
      [value, start] = varint(message, behind);
      end = start + value;
    } else throw new Error('This file contains no network.');
    if (end > message.length) throw new Error('This file contains no network.');
    fields.push({ number, value, bytes: key % 8 === VARINT ? new Uint8Array() : message.subarray(start, end) });
    at = end;
  }
  return fields;
}

function varint(bytes: Uint8Array, start: number): [value: number, behind: number] {
  let value = 0;
  for (let at = start, unit = 1; at < bytes.length; at += 1, unit *= 128) {
    value += (bytes[at]! % 128) * unit;
    if (bytes[at]! < 128) return [value, at + 1];
  }
  throw new Error('This file contains no network.');
}

function varints(bytes: Uint8Array): number[] {
  const values: number[] = [];
  for (let at = 0; at < bytes.length;) {
    const [value, behind] = varint(bytes, at);
    values.push(value);
    at = behind;
  }
  return values;
}
