// Time-based one-time passwords as RFC 6238 defines them: six digits, a new code every 30 seconds, HMAC-SHA-1, which is what
// every authenticator app supports.
import { createHmac } from 'node:crypto';

const STEP_SECONDS = 30;
const DIGITS = 6;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648 base32 without padding, as authenticator apps expect secrets. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

export const stepAt = (seconds: number): number => Math.floor(seconds / STEP_SECONDS);

export function codeAt(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The step whose code this is: the current one, or the one before or after, because clocks differ. */
export const stepOf = (secret: Uint8Array, code: string, now: number): number | undefined =>
  [0, -1, 1].map((offset) => stepAt(now) + offset).find((step) => codeAt(secret, step) === code);

/** What an authenticator app reads from the QR code. */
export const otpauthUri = (secret: Uint8Array, email: string): string =>
  `otpauth://totp/Courtside:${encodeURIComponent(email)}?secret=${base32(secret)}&issuer=Courtside`;
