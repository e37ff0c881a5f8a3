// Compares what was read with what was written.
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { cellsOf } from '#ballot/sheet/sheet.ts';
import type { ReadBallot } from '#recognizer/ballot-reader.ts';
import type { JudgedBallot, JudgedField } from '../../scripts/tools/reading-figures.ts';
import type { Level } from './camera.ts';
import type { TestBallot } from './make-ballot.ts';

export type Judged = JudgedBallot & { level: Level; markers: boolean; pen: string };

/** A cell counts as found within this distance of its true position, in points. */
const NEAR = 5;

export function judged(ballot: TestBallot, { documents, image }: ReadBallot): Judged {
  const { level, layout, scores, overwritten, writer, pen = '', toPage } = ballot;
  const markers = layout.markers.length > 0;
  const [document] = documents;
  if (document?.form !== layout.id || document.confidence < 0.7)
    return { writer, pen, level, markers, found: false, fields: [] };
  let off = 0;
  const fields = (layout.scores ?? cellsOf(COLLEGE_28)).map(({ key, label }): JudgedField => {
    const read = document.fields[label]!;
    const [a, , c] = read.box!;
    const scale = ballot.width / image.width;
    const [x, y] = toPage(((a![0] + c![0]) / 2) * scale, ((a![1] + c![1]) / 2) * scale);
    const { rect } = layout.cells[key]!;
    off = Math.max(off, Math.hypot(x - rect.x - rect.width / 2, y - rect.y - rect.height / 2));
    return {
      truth: scores[key]!,
      value: read.value as number | null,
      confidence: read.confidence,
      overwritten: overwritten.includes(key),
    };
  });
  return { writer, pen, level, markers, found: off < NEAR, fields };
}
