// The width of the side navigation: the rules, without any drawing.
import { useRemembered } from '#web/state/remembered.ts';

export const navSize = { initial: 175, collapsed: 80, collapseBelow: 100, max: 400 } as const;

const KEY_STEP = 10;

export interface NavSize {
  /** The width when it isn't collapsed. */
  width: number;
  collapsed: boolean;
}

export function drawnWidth(size: NavSize): number {
  return size.collapsed ? navSize.collapsed : size.width;
}

/** The size after dragging the edge to `x`. Collapsing keeps the previous width for when it opens again. */
export function sizeAfterDrag(x: number, before: NavSize): NavSize {
  if (x < navSize.collapseBelow) return { width: before.width, collapsed: true };
  return { width: Math.min(Math.round(x), navSize.max), collapsed: false };
}

export const toggled = (size: NavSize): NavSize => ({ ...size, collapsed: !size.collapsed });

/** The size after a key press on the edge, or `undefined` for any other key. */
export function sizeAfterKey(key: string, size: NavSize): NavSize | undefined {
  if (key === 'ArrowRight') {
    return size.collapsed ? toggled(size) : sizeAfterDrag(size.width + KEY_STEP, size);
  }
  if (key === 'ArrowLeft') return size.collapsed ? size : sizeAfterDrag(size.width - KEY_STEP, size);
  if (key === 'Home') return { ...size, collapsed: true };
  if (key === 'End') return { width: navSize.max, collapsed: false };
  if (key === 'Enter') return toggled(size);
  return undefined;
}

/** Reads the stored texts, which may be missing or nonsense. */
export function storedNavSize(width: string | null, collapsed: string | null): NavSize {
  const number = width === null ? Number.NaN : Number(width);
  const isValid = number >= navSize.collapseBelow && number <= navSize.max;
  return { width: isValid ? number : navSize.initial, collapsed: collapsed === 'true' };
}

/** The navigation's size, stored in this browser. */
export function useNavSize(): [NavSize, (size: NavSize) => void] {
  const [width, setWidth] = useRemembered('nav-width');
  const [collapsed, setCollapsed] = useRemembered('nav-collapsed');
  const change = (size: NavSize): void => {
    setWidth(String(size.width));
    setCollapsed(String(size.collapsed));
  };
  return [storedNavSize(width, collapsed), change];
}
