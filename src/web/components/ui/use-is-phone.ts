import { useMediaQuery } from '@mantine/hooks';

/** Whether the window is as narrow as a phone's: style sheets say `width <= 48em`. */
export const useIsPhone = (): boolean => useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
