import { useRemembered } from '#web/state/remembered.ts';
import { storedNavSize, type NavSize } from './nav-size.ts';

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
