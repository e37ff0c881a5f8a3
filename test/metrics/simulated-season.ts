// Simulated seasons, in which the truth behind every score is known. Every role, side and party (ours, theirs) has a mean of its
// own, which a model has to find out: our teams are stronger or weaker than their opponents, more so in one role than in another.
import { SCORE_FIELDS } from '#ballot/form.ts';
import { cellsOf, type Sheet } from '#ballot/sheet/sheet.ts';
import { partOf } from '#metrics/sheet-parts.ts';
import {
  cellOf,
  PARTS,
  roleOf,
  roleOfRow,
  type Cell,
  type CollegePart,
  type Role,
  type ScoreRow,
} from '#metrics/scores.ts';
import { PRIORS, type Component } from '#metrics/season-model.ts';
import { type Random, randomFrom } from '#test/ballots/random.ts';

export type Variances = Record<Component, number>;

/** A program whose students are all equal. */
export const EQUAL_STUDENTS: Variances = { ...PRIORS, student: 0 };

/** A program whose students differ like a moot's oralists: standard deviation 5.2, with a residual of 6.6 per score. */
export const MOOT_LIKE: Variances = { ...PRIORS, student: (5.2 / 6.6) ** 2 * (PRIORS.studentInRound + PRIORS.rest) };

export type Program = {
  teams: number;
  /** Students of a team; six of them play in a round. */
  teamSize: number;
  rounds: number;
  judges: number;
  variances: Variances;
  /** The probability that a team's parts are reassigned for a round. */
  reshuffle?: number;
  /** Default: college rounds. */
  sheet?: Sheet;
};

type SimulatedCell = Cell & { part: CollegePart; role?: Role };
const COLLEGE_CELLS: readonly SimulatedCell[] = SCORE_FIELDS.map(cellOf);
/** The scores of a sheet that are about one of the eleven parts. */
const cellsOn = (sheet: Sheet): SimulatedCell[] =>
  cellsOf(sheet).flatMap(({ role, number, side }) => {
    const part = PARTS.find((each) => each === partOf({ role, number }));
    const kind = role.endsWith('cross') ? 'cross' : role.endsWith('direct') ? 'direct' : 'speech';
    return part === undefined ? [] : [{ side, part, kind, role }];
  });

/** Similar to the program that the variances come from: 36 rounds, 72 ballots, 5 teams of six. */
export const ONE_PROGRAM = { teams: 5, teamSize: 6, rounds: 36, judges: 2 };

/** A small program whose students keep their parts, so that a part on one side may have one student only. */
export const ONE_LINE_UP_PER_SIDE = { teams: 1, teamSize: 8, rounds: 36, judges: 2, reshuffle: 0 };

const MEANS = { direct: 8.07, cross: 8.14, speech: 8.4 };
/** Apart from the kind of score, the means of two roles, sides or parties differ by a point at most. */
const MEAN_DIFFERENCE = 1;
/** How much stronger or weaker our teams are than their opponents, in points per score. */
const STRENGTH = 0.5;

/** Three attorneys, each with one direct and one cross, two of them with a speech; three witnesses. By their place in the team. */
export const PERSON: Record<CollegePart, number> = {
  open: 0,
  close: 2,
  direct1: 0,
  direct2: 1,
  direct3: 2,
  cross1: 0,
  cross2: 1,
  cross3: 2,
  witness1: 3,
  witness2: 4,
  witness3: 5,
};

function shuffled<Value>(values: readonly Value[], random: Random): Value[] {
  const result = [...values];
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = random.whole(0, last);
    [result[last], result[other]] = [result[other]!, result[last]!];
  }
  return result;
}

/** A simulated score as a judge would write it. */
export const wholeScore = (score: number | null): number => Math.min(10, Math.max(0, Math.round(score ?? 0)));

export type Season = {
  rows: ScoreRow[];
  /** The true lasting effect of a student in a role. */
  truth(student: string, role: Role): number;
  /** Scores of one more round per team, without the ballots' effects and the means: the values to predict. */
  later: { student: string; role: Role; score: number }[];
};

export function simulateSeason(program: Program, random: Random): Season {
  const { teams, teamSize, rounds, judges, variances, reshuffle = 0.25, sheet } = program;
  const cells = sheet ? cellsOn(sheet) : COLLEGE_CELLS;
  const normal = (component: Component): number => random.normal(Math.sqrt(variances[component]));
  const effects = new Map<string, number>();
  const effectOf = (key: string): number => {
    if (!effects.has(key)) effects.set(key, normal('student'));
    return effects.get(key)!;
  };
  const strength = random.chance(0.5) ? STRENGTH : -STRENGTH;
  const means = new Map<string, number>();
  const meanOf = ({ part, kind, side, role }: SimulatedCell, own: boolean): number => {
    const key = `${role ?? roleOf(part, kind)} ${side} ${own}`;
    if (!means.has(key)) means.set(key, (random.whole(-500, 500) / 1000) * MEAN_DIFFERENCE);
    return MEANS[kind] + means.get(key)! + (own ? strength : -strength) / 2;
  };
  const rosters = Array.from({ length: teams }, (_, team) =>
    Array.from({ length: teamSize }, (__, index) => `Student ${team * teamSize + index + 1}`),
  );
  const lineUps = new Map<string, string[]>();

  const playRound = (number: number): ScoreRow[] => {
    const team = number % teams;
    const side = Math.floor(number / teams) % 2 === 0 ? 'p' : 'd';
    const key = `${team} ${side}`;
    if (!lineUps.has(key) || random.chance(reshuffle)) lineUps.set(key, shuffled(rosters[team]!, random));
    const lineUp = lineUps.get(key)!;
    const inRound = lineUp.map(() => normal('studentInRound'));
    const opponents = normal('opponent');
    return Array.from({ length: judges }, (_, judge) => {
      const ballot = normal('ballot');
      return cells.map((cell): ScoreRow => {
        const role = roleOfRow(cell);
        const own = cell.side === side;
        const person = PERSON[cell.part];
        const student = own ? lineUp[person]! : '';
        const effect = own ? effectOf(`${student} ${role}`) + inRound[person]! : opponents;
        const score = meanOf(cell, own) + ballot + effect + normal('rest');
        return {
          season: 'Simulated',
          tournament: `Tournament ${Math.floor(number / (teams * 4)) + 1}`,
          round: `R${number + 1}`,
          ballot: `R${number + 1}-${judge + 1}`,
          judge: `Judge ${number * judges + judge + 1}`,
          ...cell,
          student,
          score,
        };
      });
    }).flat();
  };

  const rows = Array.from({ length: rounds }, (_, number) => playRound(number)).flat();
  const later = Array.from({ length: teams }, (_, team) => {
    const lineUp = shuffled(rosters[team]!, random);
    const inRound = lineUp.map(() => normal('studentInRound'));
    return PARTS.flatMap((part) => {
      const student = lineUp[PERSON[part]]!;
      const kinds = part.startsWith('witness') ? (['direct', 'cross'] as const) : (['direct'] as const);
      return kinds.map((kind) => {
        const role = roleOf(part, part.startsWith('cross') ? 'cross' : kind);
        const score = effectOf(`${student} ${role}`) + inRound[PERSON[part]]! + normal('rest');
        return { student, role, score };
      });
    });
  }).flat();
  return { rows, truth: (student, role) => effectOf(`${student} ${role}`), later };
}

/** A season of one program. */
export const season = (rounds: number, variances: Variances = PRIORS, seed = 5) =>
  simulateSeason({ ...ONE_PROGRAM, rounds, variances }, randomFrom(seed));
