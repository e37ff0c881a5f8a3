// A filled ballot as a fax machine sends it.
import sharp from 'sharp';
import type { TestBallot } from './make-ballot.ts';

const DPI = 100;
/** Ink is darker than this share of its surroundings, which are this many dots wide. */
const INK = 0.82;
const AROUND = 12;

/** Black and white with 100 dots an inch, each dot black if it is darker than what is around it. */
export async function asFax(ballot: TestBallot): Promise<TestBallot> {
  const scale = ((ballot.layout.page.height / 72) * DPI) / ballot.height;
  const [width, height] = [Math.round(ballot.width * scale), Math.round(ballot.height * scale)];
  const grey = sharp(ballot.jpeg).resize(width, height, { fit: 'fill' }).toColourspace('b-w');
  const dots = await grey.clone().raw().toBuffer();
  const around = await grey.clone().blur(AROUND).raw().toBuffer();
  const black = dots.map((dot, at) => (dot < around[at]! * INK ? 0 : 255));
  const jpeg = await sharp(black, { raw: { width, height, channels: 1 } })
    .jpeg({ quality: 95 })
    .toBuffer();
  return { ...ballot, jpeg, width, height, toPage: (x, y) => ballot.toPage(x / scale, y / scale) };
}
