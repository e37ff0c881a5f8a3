// Reads a list of names pasted from a spreadsheet or a message, one entry per line. Nothing is added yet.
import { FIRST_NAME, LAST_NAME } from '#contract/list-files.ts';
import type { Team } from './roster-entry.ts';

export type PastedName = {
  name: string;
  teamId: string | null;
  /** What follows the name where the list names its teams, but this school has no such team. */
  unknownTeam: { team: string; /** The line as a single name: "Okafor, Ben". */ wholeName: string } | null;
  /** Why the name won't be added; null if it will. */
  problem: string | null;
};

const MAX_LENGTH = 200;
/** The first line of a spreadsheet. */
const HEADING = /^"?name"?\s*([,\t]|$)/i;
const HEADING_WITH_TEAM = /^"?name"?\s*[,\t]/i;
const TEAM = /^(?:team|squad)$/;
/** The bullets and numbers of a list in a message: "• Ana", "2. Ben". */
const LIST_MARK = /^\s*(?:[-–*•]|\d{1,3}[.)])\s+/;
const TEAM_WORD = /\b(?:team|squad)\b/i;

/** Spreadsheets and websites have spaces that don't break a line. */
const normalized = (text: string): string =>
  text
    .trim()
    .replaceAll(/\p{Zs}+/gu, ' ')
    .toLocaleLowerCase();
/** Removes the quotation marks that a spreadsheet puts around a cell with a comma or a quotation mark in it. */
const unquoted = (cell: string): string => {
  const text = cell.trim();
  return /^".*"$/.test(text) ? text.slice(1, -1).replaceAll('""', '"') : text;
};

type Cells = { name: string; team: string; wholeName: string; isColumn: boolean };

function cellsOf(line: string): Cells {
  const [first = '', second = ''] = line.split('\t').map(unquoted);
  if (line.includes('\t')) return { name: first, team: second, wholeName: `${first} ${second}`.trim(), isColumn: true };
  const comma = /^".*"$/.test(line.trim()) ? -1 : line.lastIndexOf(',');
  if (comma < 0) return { name: first, team: '', wholeName: first, isColumn: false };
  const [name, team] = [unquoted(line.slice(0, comma)), unquoted(line.slice(comma + 1))];
  return { name, team, wholeName: first, isColumn: false };
}

/** Reads the lines below a heading that has first and last names in two columns. Undefined for any other heading. */
function twoNames(heading: string): ((line: string) => Cells) | undefined {
  const separator = heading.includes('\t') ? '\t' : ',';
  const columns = heading.split(separator).map(unquoted);
  const placeOf = (word: RegExp): number => columns.findIndex((column) => word.test(column.toLowerCase()));
  const [first, last, team] = [placeOf(FIRST_NAME), placeOf(LAST_NAME), placeOf(TEAM)];
  if (first < 0 || last < 0) return undefined;
  return (line) => {
    const cells = line.split(separator).map(unquoted);
    const name = [cells[first], cells[last]].join(' ').trim();
    return { name, team: cells[team] ?? '', wholeName: [name, cells[team]].join(' ').trim(), isColumn: true };
  };
}

/**
 * `known` are the names that the roster has. A student's team is in a second column or behind the last comma. A comma may
 * also be part of a name, so it only separates an unknown team if the list names teams elsewhere or says "team".
 */
export function readPastedNames(text: string, known: readonly string[], teams?: readonly Team[]): PastedName[] {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.replace(LIST_MARK, ''));
  const [heading = ''] = lines;
  const withTwoNames = twoNames(heading);
  const rows = (withTwoNames || HEADING.test(heading) ? lines.slice(1) : lines).map(withTwoNames ?? cellsOf);
  // Of two teams with the same name, the first.
  const byName = new Map(teams?.toReversed().map((team) => [normalized(team.name), team]));
  const find = (team: string) => byName.get(normalized(team));
  const namesTeams = HEADING_WITH_TEAM.test(heading) || rows.some(({ team }) => find(team));
  const isTeam = ({ team, isColumn }: Cells) => isColumn || namesTeams || TEAM_WORD.test(team);

  const onRoster = new Set(known.map(normalized));
  const listed = new Set<string>();
  return rows
    .map((cells) => {
      const { name, team, wholeName } = cells;
      const knownTeam = find(team);
      if (knownTeam) return { name, teamId: knownTeam.id, unknownTeam: null };
      const isUnknownTeam = teams !== undefined && team !== '' && isTeam(cells);
      if (isUnknownTeam) return { name, teamId: null, unknownTeam: { team, wholeName } };
      return { name: cells.isColumn ? name : wholeName, teamId: null, unknownTeam: null };
    })
    .filter(({ name }) => name !== '')
    .map((entry) => {
      const problem = problemOf(entry.name, onRoster, listed);
      listed.add(normalized(entry.name));
      return { ...entry, problem };
    });
}

function problemOf(name: string, onRoster: ReadonlySet<string>, listed: ReadonlySet<string>): string | null {
  if (name.length > MAX_LENGTH) return `Longer than ${MAX_LENGTH} characters`;
  if (onRoster.has(normalized(name))) return 'Already on the roster';
  return listed.has(normalized(name)) ? 'Listed twice' : null;
}
