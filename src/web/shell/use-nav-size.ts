import { useCallback } from 'react';
import { useRemembered } from '#web/state/remembered.ts';
import { rememberedNavSize, type NavSize } from './nav-size.ts';

/** The navigation's size as this browser remembers it. */
export function useNavSize(): [NavSize, (size: NavSize) => void] {
  const [width, setWidth] = useRemembered('nav-width');
  const [collapsed, setCollapsed] = useRemembered('nav-collapsed');
  const change = useCallback(
    (size: NavSize) => {
      setWidth(String(size.width));
      setCollapsed(String(size.collapsed));
    },
    [setWidth, setCollapsed],
  );
  return [rememberedNavSize(width, collapsed), change];
}
