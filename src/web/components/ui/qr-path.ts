import { encode } from 'uqr';

/**
 * A QR code's dark squares as the path of an SVG of `size` × `size`, with as much redundancy as fits in that size.
 * @param border light squares around it
 */
export function qrPath(text: string, border: number): { path: string; size: number } {
  const { data, size } = encode(text, { border, boostEcc: true });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { path, size };
}
