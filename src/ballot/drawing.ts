// Shared by all pages that we print: a drawing in the middle of the paper with a marker in each corner.
import type { Marker, PrintedText, Rect } from './layout.ts';

export const PAGES = { Letter: { width: 612, height: 792 }, A4: { width: 595, height: 842 } } as const;
export type Paper = keyof typeof PAGES;
export const DRAWING = { width: 520, height: 720 };
export const MARKER_SIZE = 32;

/** The markers of a paper size, clockwise from the top left. Any two differ in at least 5 squares in every rotation. */
export type Corners = readonly { id: number; bits: string }[];

/** Converts positions in the drawing to positions on the page. */
export function drawingOn(paper: Paper) {
  const left = (PAGES[paper].width - DRAWING.width) / 2;
  const top = (PAGES[paper].height - DRAWING.height) / 2;
  return {
    left,
    top,
    rect: (x: number, y: number, width: number, height: number): Rect => ({ x: left + x, y: top + y, width, height }),
    text: (x: number, y: number, size: number, words: string, more: Partial<PrintedText> = {}): PrintedText => ({
      x: left + x,
      y: top + y,
      size,
      text: words,
      ...more,
    }),
  };
}

/** The four markers of a page, clockwise from the top left, in points. */
export function corners(paper: Paper, marked: Corners): Marker[] {
  const { left, top } = drawingOn(paper);
  const right = DRAWING.width - MARKER_SIZE;
  const bottom = DRAWING.height - MARKER_SIZE;
  const places = [
    [0, 0],
    [right, 0],
    [right, bottom],
    [0, bottom],
  ] as const;
  return marked.map((corner, index) => {
    const [x, y] = places[index] ?? [0, 0];
    return { ...corner, x: left + x, y: top + y, size: MARKER_SIZE };
  });
}
