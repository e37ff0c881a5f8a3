import type { Side } from '#ballot/form.ts';

export const SIDES = [
  { side: 'p', name: 'P Team' },
  { side: 'd', name: 'D Team' },
] as const satisfies { side: Side; name: string }[];
