// Reads the parameters of addresses. What a page doesn't understand is undefined.
import { isSeason } from '#contract/seasons.ts';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

export const seasonIn = (given: unknown): string | undefined =>
  typeof given === 'string' && isSeason(given) ? given : undefined;
export const idIn = (given: unknown): string | undefined =>
  typeof given === 'string' && UUID.test(given) ? given : undefined;
const SHEET = /^(?=.{1,40}$)[a-z\d]+(?:-[a-z\d]+)*$/;
export const sheetIn = (given: unknown): string | undefined =>
  typeof given === 'string' && SHEET.test(given) ? given : undefined;
export const oneOf = <Word extends string>(words: readonly Word[], given: unknown): Word | undefined =>
  words.find((word) => word === given);

type Present<Address> = { [Key in keyof Address]?: Exclude<Address[Key], undefined> };
/** The parameters that have a value, so that an address has no empty ones. */
export const withoutGaps = <Address extends object>(address: Address): Present<Address> =>
  Object.fromEntries(Object.entries(address).filter(([, value]) => value !== undefined)) as Present<Address>;
