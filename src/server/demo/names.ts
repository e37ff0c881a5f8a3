// Invented names for the demo world and for measurements. None is a real program, person or case.

const GIVEN =
  'Ada Aidan Amara Beatriz Björn Caleb Chloé Dara Dmitri Elena Emeka Farah Gideon Hana Imani Ivan Jonah Kavya Lena Łukasz Mateo Mei Nadia Noor Owen Priya Quinn Rosa Samir Sofia Tariq Uma Vera Wes Ximena Yusuf Zoë'.split(
    ' ',
  );
const FAMILY =
  `Abbott Adeyemi Alvarez Brooks Castellanos Chowdhury Delacroix D’Angelo Eriksen Fontaine Grant Hashimoto Ibarra Jansen Kowalski Lindqvist Łuczak Mbeki McAllister Nakamura O'Brien O’Connell Okafor Petrov Quigley Ramírez Rosenthal Shah Silva Størmer Thibodeaux Ueda Vance Whitfield Yılmaz Zhang`.split(
    ' ',
  );
const LONG =
  'Maximiliana Alexandrina Konstantinopoulou-Featherstonehaugh de la Santísima Trinidad y Wolfeschlegelsteinhausen';

const PLACES =
  'Alder Creek,Bellweather,Saint Brigid’s,Cormorant Bay,Dunmore,Eastgate,Fallow Hill,Granite State,Harrow Point,Ironwood,Juniper Valley,Kestrel Ridge,Larkspur,Mill River,North Meridian,Oakhaven,Pinecrest,Quarry Lake,Redfern,Silver Birch,Thornbury,Upper Marlow,Whitcombe,Yarrow'.split(
    ',',
  );
const KINDS = ['University', 'College', 'Academy', 'Institute of Law and Letters'];

/** A random number generator that returns the same numbers for the same seed on every machine. Source: mulberry32, in the public domain. */
export function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** The name of a person. Once all pairs of names are used, they repeat with a number. */
export function personName(index: number): string {
  if (index === 13) return LONG;
  const round = Math.floor(index / (GIVEN.length * FAMILY.length));
  const family = pick(FAMILY, index * 5 + Math.floor(index / FAMILY.length));
  return `${pick(GIVEN, index)} ${family}${round === 0 ? '' : ` ${round + 1}`}`;
}

/** Plain letters for an email address: `Łukasz O’Brien` is `lukasz.obrien`. */
export const plainName = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'L')
    .replaceAll('ø', 'o')
    .replaceAll('ı', 'i')
    .replaceAll(/[^A-Za-z0-9 ]/g, '')
    .trim()
    .toLowerCase()
    .replaceAll(' ', '.')
    .slice(0, 60);

export function school(index: number): { name: string; shortName: string; isPremium: boolean } {
  const round = Math.floor(index / PLACES.length);
  const place = pick(PLACES, index);
  const kind = pick(KINDS, index + round);
  const number = round < KINDS.length ? '' : ` ${Math.floor(round / KINDS.length) + 1}`;
  const name = `${place} ${kind}${number}`;
  const letters = name.replaceAll(/\b(?:of|and)\b/g, '').match(/\b\p{Lu}/gu) ?? [];
  return { name, shortName: `${letters.join('')}${round === 0 ? '' : round + 1}`, isPremium: index % 3 === 0 };
}

export const TEAMS = ['A Team', 'B Team', 'Gavel Gold', 'Gavel Silver'];
export const TOURNAMENTS = [
  'Harvest Invitational',
  'Frostbite Classic',
  'Regional at Granite State',
  'Spring Scrimmage',
];

/** Name, year, type, area, and whether the case is active. */
export const CASES = [
  ['Halloran v. Brightwater Ferries', 2026, 'civil', 'invitationals/regionals/orcs', true],
  ['State of Midlands v. Casey Thorne', 2025, 'criminal', 'invitationals/regionals/orcs', true],
  ['State of Midlands v. Devon Marlowe', 2026, 'criminal', 'nationals', true],
  ['Okonkwo v. Lantern Robotics', 2025, 'civil', 'nationals', true],
  ['Estate of Juniper Vale v. Dr. Sloane', 2026, 'civil', 'rookie rumble', true],
  ['State of Midlands v. Robin Ashby', 2025, 'criminal', 'olt', true],
  ['Peregrine Press v. O’Brien', 2024, 'civil', 'other', true],
  ['State of Midlands v. Łukasz Warrender', 2024, 'criminal', null, true],
  ['Winterbourne Theatre Company v. Northern Indemnity and Casualty Insurance', 2023, 'civil', 'nationals', false],
  ['State of Midlands v. Ellis Grady', 2022, 'criminal', 'invitationals/regionals/orcs', false],
] as const;
