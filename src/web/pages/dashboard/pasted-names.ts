// A list of names from a spreadsheet or a message, as it was pasted: one entry a line. Nothing here is added yet.
import type { Team } from './roster-entry.ts';

export type PastedName = {
  name: string;
  teamId: string | null;
  /** Why it will not be added, in words; null when it will. */
  problem: string | null;
};

const LONGEST = 200;
/** What a spreadsheet's first line says. */
const HEADING = /^"?name"?\s*([,\t]|$)/i;
const alike = (name: string): string => name.trim().toLocaleLowerCase();
/** What is in a cell that a spreadsheet has put into quotation marks because of a comma or a quotation mark in it. */
const unquoted = (cell: string): string => {
  const text = cell.trim();
  return /^".*"$/.test(text) ? text.slice(1, -1).replaceAll('""', '"') : text;
};

/**
 * @param known names that the roster has already
 * @param teams for students: a second column, or what stands behind the last comma, is a team where it is called as one
 */
export function namesFrom(text: string, known: readonly string[], teams: readonly Team[] = []): PastedName[] {
  const taken = new Set(known.map(alike));
  const names: PastedName[] = [];
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const [name, team] = nameAndTeam(line, teams);
    if (name === '' || (index === 0 && HEADING.test(line))) continue;
    names.push({ name, teamId: team, problem: problemOf(name, taken) });
    taken.add(alike(name));
  }
  return names;
}

function nameAndTeam(line: string, teams: readonly Team[]): [name: string, teamId: string | null] {
  const find = (cell: string | undefined) =>
    teams.find(({ name }) => cell !== undefined && alike(name) === alike(cell));
  const [first = '', second] = line.split('\t').map(unquoted);
  if (second !== undefined) return [first, find(second)?.id ?? null];
  const comma = line.lastIndexOf(',');
  const team = comma < 0 ? undefined : find(unquoted(line.slice(comma + 1)));
  return team ? [unquoted(line.slice(0, comma)), team.id] : [first, null];
}

function problemOf(name: string, taken: ReadonlySet<string>): string | null {
  if (name.length > LONGEST) return `Longer than ${LONGEST} letters`;
  return taken.has(alike(name)) ? 'Already there' : null;
}
