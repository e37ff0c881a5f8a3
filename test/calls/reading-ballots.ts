// World: a server that reads photos, a filled-in ballot to send, and a person who can have it read.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll } from 'vitest';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, callsAs } from '../people.ts';
import { PHOTO_PATH } from '../photos/filled-ballot.ts';

export let product: InProcess;

/** Call it once per test file. */
export function readingBallots(): void {
  beforeAll(async () => {
    product = await startInProcess();
  });
  afterAll(() => product.close());
}

export const jpeg = readFileSync(PHOTO_PATH);
export const file = (bytes: Uint8Array | string, name: string): File =>
  new File([bytes as Uint8Array<ArrayBuffer>], name);
export const photo = (): File => file(jpeg, 'ballot.jpg');
export const superAdmin = async () => callsAs(product, await addPerson(product.database, { superAdmin: true })).ballots;
