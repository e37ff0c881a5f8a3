// A filled ballot in black and white, as a fax machine sends it and as an office scanner keeps it.
import sharp from 'sharp';
import type { TestBallot } from './make-ballot.ts';

/** Ink on a fax is darker than this share of its surroundings, which are this many dots wide. */
const INK = 0.82;
const AROUND = 12;

/** 100 dots per inch, each black if it is darker than its surroundings. */
export async function asFax(ballot: TestBallot): Promise<TestBallot> {
  const { grey, ...size } = resized(ballot, 100);
  const dots = await grey.clone().raw().toBuffer();
  const around = await grey.clone().blur(AROUND).raw().toBuffer();
  const black = dots.map((dot, at) => (dot < around[at]! * INK ? 0 : 255));
  const raw = { width: size.width, height: size.height, channels: 1 } as const;
  return { ...ballot, ...size, jpeg: await sharp(black, { raw }).jpeg({ quality: 95 }).toBuffer() };
}

/** A PNG of 200 dots per inch with one bit each, black if darker than half of white. */
export async function asBlackAndWhiteScan(ballot: TestBallot): Promise<TestBallot> {
  const { grey, ...size } = resized(ballot, 200);
  const dots = await grey.threshold(128).png({ palette: true, colors: 2 }).toBuffer();
  return { ...ballot, ...size, jpeg: dots };
}

function resized(ballot: TestBallot, dotsAnInch: number) {
  const scale = ((ballot.layout.page.height / 72) * dotsAnInch) / ballot.height;
  const [width, height] = [Math.round(ballot.width * scale), Math.round(ballot.height * scale)];
  const grey = sharp(ballot.jpeg).resize(width, height, { fit: 'fill' }).toColourspace('b-w');
  return { grey, width, height, toPage: (x: number, y: number) => ballot.toPage(x / scale, y / scale) };
}
