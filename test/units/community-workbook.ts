// Workbooks with the community's sheet "Ballot Data".
import { writeSheets } from '#season-files/sheets-write.ts';

type Cell = string | number;
export type Line = [name: string, direct: number | '', cross: number | '', speech?: number | '', rank?: number | ''];

export const OURS: Line[] = [
  ['Ann', 1, 2, 3, 1],
  ['Ben', 4, 5],
  ['Cleo', 6, 7, 8],
  ['Dan', 9, 10, '', 4],
  ['Eve', 0, ''],
  ['Finn', 1, 3],
];
const THEIRS = [
  [2, 4, 6],
  [8, 10, ''],
  [1, 3, 5],
  [7, 9, ''],
  [0, 2, ''],
  ['', 6, ''],
];

/** One ballot: four rows of titles, the students, and room below them. */
export const blockOf = (title: string, ours = OURS): Cell[][] => [
  ['', title],
  [],
  ['', '', 'Name', 'Direct', 'Cross', 'Speech', 'Rank', '', 'Direct', 'Cross', 'Speech'],
  [],
  ...ours.map(([name, direct, cross, speech = '', rank = ''], index): Cell[] => [
    '',
    '',
    name,
    direct,
    cross,
    speech,
    rank,
    '',
    ...(THEIRS[index] ?? []),
  ]),
  [],
  [],
  [],
  [],
  [],
];

export const ballotData = (...rows: Cell[][][]): Uint8Array =>
  writeSheets([
    { name: 'Summary', rows: [] },
    { name: 'Ballot Data', rows: rows.flat() },
  ]);

/** Two rounds: one as plaintiff with two judges, and one as defense with one. */
export const communityWorkbook = (): Uint8Array =>
  ballotData(
    [['Plaintiff Round']],
    blockOf('First Ballot'),
    blockOf('Second Ballot'),
    blockOf('Third Ballot', []),
    [['Defense Round']],
    blockOf('First Ballot'),
  );
