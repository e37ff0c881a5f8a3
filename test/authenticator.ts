// An authenticator app for tests, and people who use one.
import { createHmac } from 'node:crypto';
import type { InProcess } from './in-process.ts';
import { callsAs, PASSWORD, type Person } from './people.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function bytesOf(base32: string): Buffer {
  const bits = base32.replaceAll(/./g, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'));
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

const stepAt = (seconds: number): number => Math.floor(seconds / 30);
const stepOf = (time: Date): number => stepAt(time.getTime() / 1000);

/** RFC 6238, without the library that the product uses. */
export function codeAt(secret: Uint8Array, seconds: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(stepAt(seconds)));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 0xf) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** The code that an app shows, `ahead` steps of 30 seconds after `time`. */
export const codeOf = (secret: string, ahead = 0, time = new Date()): string =>
  codeAt(bytesOf(secret), (stepOf(time) + ahead) * 30);

/**
 * Turns on a second factor with the current code (`usedCode`). `nextCode` is the one after it. Both are fixed, and stay valid for half a
 * minute at least, so a test depends neither on whether a new step begins while it runs, nor on how busy the machine is.
 */
export async function turnOnSecondFactor(
  product: InProcess,
  person: Pick<Person, 'token'>,
  { time, currentPassword = PASSWORD }: { time?: Date; currentPassword?: string } = {},
) {
  const { session } = callsAs(product, person);
  const { secret } = await session.beginSecondFactor({ currentPassword });
  // Now, and not before the password was hashed.
  const step = stepOf(time ?? new Date());
  const [usedCode, nextCode] = [step, step + 1].map((each) => codeAt(bytesOf(secret), each * 30)) as [string, string];
  return { secret, usedCode, nextCode, ...(await session.confirmSecondFactor({ code: usedCode })) };
}
