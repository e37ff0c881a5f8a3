import { encode } from 'uqr';

/** A QR code's dark squares as the path of an SVG of `size` × `size`, with a light border. */
export function qrPath(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { border: 2 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { path, size };
}
