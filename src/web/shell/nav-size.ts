/** How wide the side navigation is: the rules, without any drawing. */
export const navSize = { initial: 175, collapsed: 80, collapsesUnder: 100, max: 400 } as const;

export interface NavSize {
  /** The width to have when it is not collapsed. */
  width: number;
  collapsed: boolean;
}

export function drawnWidth(size: NavSize): number {
  return size.collapsed ? navSize.collapsed : size.width;
}

/** What dragging the edge to `x` means. Collapsing keeps the former width, so that opening again leads back to it. */
export function draggedTo(x: number, before: NavSize): NavSize {
  if (x < navSize.collapsesUnder) return { width: before.width, collapsed: true };
  return { width: Math.min(Math.round(x), navSize.max), collapsed: false };
}

/** What a key on the edge means, or `undefined` for a key that means nothing there. */
export function keyedTo(key: string, size: NavSize): NavSize | undefined {
  if (key === 'ArrowRight') {
    return size.collapsed ? { ...size, collapsed: false } : draggedTo(size.width + 10, size);
  }
  if (key === 'ArrowLeft') return size.collapsed ? size : draggedTo(size.width - 10, size);
  if (key === 'Home') return { ...size, collapsed: true };
  if (key === 'End') return { width: navSize.max, collapsed: false };
  if (key === 'Enter') return { ...size, collapsed: !size.collapsed };
  return undefined;
}

/** From the remembered texts, which may be missing or nonsense. */
export function rememberedNavSize(width: string | null, collapsed: string | null): NavSize {
  const number = width === null ? Number.NaN : Number(width);
  const usable = number >= navSize.collapsesUnder && number <= navSize.max;
  return { width: usable ? number : navSize.initial, collapsed: collapsed === 'true' };
}
