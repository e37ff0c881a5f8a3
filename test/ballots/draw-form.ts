// Draws an empty printed form from its layout.
import sharp from 'sharp';
import type { Marker, PrintedForm, Rect } from '#ballot/layout.ts';
import { qrPath } from '#web/components/ui/qr-path.ts';

/** Pixels per point of drawn pages. */
export const DPP = 3;

export type Page = { width: number; height: number; data: Uint8Array };

const grey = (value: number): string => {
  const level = Math.round(value * 255);
  return `rgb(${level},${level},${level})`;
};

function markerSvg({ x, y, size, bits }: Marker): string {
  const square = size / 6;
  const whites = Array.from(bits, (bit, index) => {
    if (bit === '0') return '';
    const left = x + square * (1 + (index % 4));
    const top = y + square * (1 + Math.floor(index / 4));
    return `<rect x="${left}" y="${top}" width="${square + 0.05}" height="${square + 0.05}" fill="white"/>`;
  });
  return `<rect x="${x}" y="${y}" width="${size}" height="${size}" fill="black"/>${whites.join('')}`;
}

/** As `BallotSheet` prints it. */
function codeSvg({ x, y, width }: Rect, code: string): string {
  const { path, size } = qrPath(code, 0);
  return `<path d="${path}" transform="translate(${x} ${y}) scale(${width / size})" shape-rendering="crispEdges"/>`;
}

/** @param code what the QR code says, on a form that has one */
export function formSvg(layout: PrintedForm, code?: string): string {
  const parts: string[] = [];
  for (const { x, y, width, height, stroke, fill } of layout.boxes) {
    const paint = fill === undefined ? 'none' : grey(fill);
    const line = stroke > 0 ? `stroke="black" stroke-width="${stroke}"` : '';
    parts.push(`<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${paint}" ${line}/>`);
  }
  const rule = (x1: number, y1: number, x2: number, y2: number, width: number): string =>
    `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="black" stroke-width="${width}"/>`;
  for (const { x1, y1, x2, y2, stroke } of layout.lines) parts.push(rule(x1, y1, x2, y2, stroke));
  for (const { rect, kind } of Object.values(layout.cells)) {
    const { x, y, width, height } = rect;
    if (kind === 'line') parts.push(rule(x, y + height, x + width, y + height, 0.7));
    else
      parts.push(
        `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="white" stroke="black" stroke-width="0.8"/>`,
      );
  }
  for (const { x, y, size, text, anchor = 'start', bold } of layout.texts) {
    const words = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    parts.push(
      `<text x="${x}" y="${y}" font-size="${size}" font-family="DejaVu Sans, sans-serif" text-anchor="${anchor}"` +
        ` xml:space="preserve"${bold ? ' font-weight="bold"' : ''}>${words}</text>`,
    );
  }
  if (layout.code && code !== undefined) parts.push(codeSvg(layout.code, code));
  return pageSvg(layout.page, parts.join('') + layout.markers.map(markerSvg).join(''));
}

export function pageSvg(page: { width: number; height: number }, content: string): string {
  const { width, height } = page;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width * DPP}" height="${height * DPP}"` +
    ` viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="white"/>${content}</svg>`
  );
}

export async function drawSvg(svg: string): Promise<Page> {
  const { data, info } = await sharp(Buffer.from(svg))
    .flatten({ background: 'white' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}
