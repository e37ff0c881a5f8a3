// Reads the weights from an ONNX file. The networks themselves are in TypeScript (score-network.ts, text-network.ts); only the
// order of the file's operations, their constants and their strides are used.
// Field numbers: https://github.com/onnx/onnx/blob/main/onnx/onnx.proto

type Constant = { shape: number[]; values: Float32Array };
/** An operation of the graph: its constant inputs in order, and the strides of a convolution. */
export type Operation = { type: string; constants: Constant[]; steps: { down: number; across: number } };

const FLOATS = 1;
const [VARINT, FIXED64, BYTES, FIXED32] = [0, 1, 2, 5];

type Field = { number: number; value: number; bytes: Uint8Array };

/** @throws {Error} if the bytes are not an ONNX model */
export function readOperations(file: Uint8Array): Operation[] {
  const graph = only(file, 7)[0];
  if (!graph) throw new Error('This file holds no network.');
  const constants = new Map<string, Constant>();
  for (const tensor of only(graph, 5)) keep(constants, text(only(tensor, 8)[0]), tensor);
  const operations: Operation[] = [];
  for (const node of only(graph, 1)) {
    const type = text(only(node, 4)[0]);
    if (type === 'Constant') keep(constants, text(only(node, 2)[0]), only(only(node, 5)[0]!, 5)[0]);
    else {
      const inputs = only(node, 1).map((name) => constants.get(text(name)));
      const strides = only(node, 5).find((attribute) => text(only(attribute, 1)[0]) === 'strides');
      const [down = 1, across = 1] = strides ? numbers(fieldsOf(strides), 8) : [];
      operations.push({
        type,
        constants: inputs.filter((constant) => constant !== undefined),
        steps: { down, across },
      });
    }
  }
  return operations;
}

function keep(constants: Map<string, Constant>, name: string, tensor: Uint8Array | undefined): void {
  if (!tensor) return;
  const fields = fieldsOf(tensor);
  if (!fields.some(({ number, value }) => number === 2 && value === FLOATS)) return;
  const raw = fields.find(({ number }) => number === 9)?.bytes ?? fields.find(({ number }) => number === 4)?.bytes;
  if (!raw) return;
  const shape = numbers(fields, 1);
  // A copy, because the values may not be aligned to four bytes.
  constants.set(name, { shape, values: new Float32Array(new Uint8Array(raw).buffer) });
}

const only = (message: Uint8Array, wanted: number): Uint8Array[] =>
  fieldsOf(message).flatMap(({ number, bytes }) => (number === wanted ? [bytes] : []));

/** A field of integers, packed or not. */
const numbers = (fields: Field[], wanted: number): number[] =>
  fields.flatMap(({ number, bytes, value }) => {
    if (number !== wanted) return [];
    return bytes.length > 0 ? varints(bytes) : value;
  });

const text = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);

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
    } else throw new Error('This file holds no network.');
    if (end > message.length) throw new Error('This file holds no network.');
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
  throw new Error('This file holds no network.');
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
