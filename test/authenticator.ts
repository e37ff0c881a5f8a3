// An authenticator app for tests, and people who use one.
import { codeAt, stepAt } from '#server/sign-in/totp.ts';
import type { InProcess } from './in-process.ts';
import { callsAs, PASSWORD, type Person } from './people.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function bytesOf(base32: string): Buffer {
  const bits = base32.replaceAll(/./g, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'));
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

const stepNow = (): number => stepAt(Date.now() / 1000);

/** The code that an app shows; `ahead`: steps of 30 seconds from now. */
export const codeOf = (secret: string, ahead = 0): string => codeAt(bytesOf(secret), stepNow() + ahead);

/**
 * Turns on a second factor, and returns its secret and recovery codes, the code that turned it on, which is that of 30 seconds
 * ago, and the one after it. They stay the same when the next 30 seconds begin meanwhile.
 */
export async function turnOnSecondFactor(product: InProcess, person: Pick<Person, 'token'>) {
  const { session } = callsAs(product, person);
  const { secret } = await session.beginSecondFactor({ currentPassword: PASSWORD });
  const step = stepNow();
  const [usedCode, nextCode] = [step - 1, step].map((each) => codeAt(bytesOf(secret), each)) as [string, string];
  return { secret, usedCode, nextCode, ...(await session.confirmSecondFactor({ code: usedCode })) };
}
