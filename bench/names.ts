// Measures how well names are read when a tournament's names are known: npm run bench:names -- [--count N] [--size PIXELS]
// The names are written in handwriting fonts that aren't used in training. Real handwriting will be read less well.
import { parseArgs } from 'node:util';
import { recognitionLabel, TEXT_FIELDS, type TextField } from '#ballot/form.ts';
import { BALLOT_LAYOUTS } from '#ballot/layouts.ts';
import { suggestedName } from '#ballot/names.ts';
import { readBallot } from '#recognizer/read-ballot.ts';
import { makeBallot } from '#test/ballots/make-ballot.ts';
import { randomFrom } from '#test/ballots/random.ts';

const { values: options } = parseArgs({
  options: { count: { type: 'string', default: '60' }, size: { type: 'string', default: '2600' } },
});

const SCHOOLS = (
  'Northfield,Harbor State,Kingsley,Whitmore,St. Brendan,Lakeview,Ashford,Mercer Hill,Tidewater,Granite Peak,Belmont Tech,' +
  'Oakdale,Riverton,Fairhaven,Cedar Grove,Montrose,Westbrook,Elmira College,Pine Ridge,Sutter,Calloway,Dunmore,Hollis,Vanguard'
).split(',');
const TEAMS = SCHOOLS.flatMap((school) => [`${school} A`, `${school} B`]);
const JUDGES = (
  'Dana Whitlock,R. Okafor,Priya Raman,Tomas Lind,J. Ferreira,Amy Sato,Neil Barrow,Ines Duarte,Hon. Paul Meyer,Grace Kim,' +
  'Luis Ortega,Helen Brandt,Omar Haddad,Beth Coyle,Samuel Price,Yuki Tanaka,Carla Nunes,D. Abernathy,Mira Patel,Owen Walsh,' +
  'Lena Fischer,Victor Hale,Rosa Jimenez,Kate Lindgren'
).split(',');
const known = (field: TextField): readonly string[] => (field === 'judgeName' ? JUDGES : TEAMS);

const tally = {
  team: { all: 0, alone: 0, matched: 0, mistaken: 0 },
  judge: { all: 0, alone: 0, matched: 0, mistaken: 0 },
};
for (let index = 0; index < Number(options.count); index += 1) {
  const random = randomFrom(40_000 + index);
  const texts = { judgeName: random.pick(JUDGES), pTeam: random.pick(TEAMS), dTeam: random.pick(TEAMS) };
  const level = (['L1', 'L2', 'L3'] as const)[index % 3]!;
  const layout = BALLOT_LAYOUTS[Math.floor(index / 3) % 2 === 0 ? 0 : 2]!;
  const ballot = await makeBallot(layout, level, 40_000 + index, Number(options.size), texts);
  const [document] = (await readBallot(ballot.jpeg)).documents;
  for (const field of TEXT_FIELDS) {
    const sum = field === 'judgeName' ? tally.judge : tally.team;
    const read = String(document?.fields[recognitionLabel(field)]?.value ?? '');
    const matched = suggestedName(read, known(field)) ?? read;
    sum.all += 1;
    if (read === texts[field]) sum.alone += 1;
    if (matched === texts[field]) sum.matched += 1;
    else if (known(field).includes(matched)) sum.mistaken += 1;
    if (matched !== texts[field])
      console.log(`${level} ${layout.id} ${field}: "${texts[field]}" read "${read}", suggested "${matched}"`);
  }
}
for (const [what, { all, alone, matched, mistaken }] of Object.entries(tally)) {
  const percent = (part: number): string => `${((100 * part) / all).toFixed(1)} %`;
  console.log(
    `${what} names: ${all}, exact as read ${percent(alone)}, with the known names ${percent(matched)}, taken for another ${percent(mistaken)}`,
  );
}
