import type { Result } from '#metrics/results.ts';
import { StatusMark, type Tone } from '#web/components/ui/status-mark.tsx';

const TONES: Record<Result, Tone> = { won: 'green', lost: 'red', tied: 'blue' };
const WORDS: Record<Result, string> = { won: 'Won', lost: 'Lost', tied: 'Tied' };

/** A result as color, shape and word. */
export const ResultMark = ({ result }: { result: Result }) => (
  <StatusMark tone={TONES[result]}>{WORDS[result]}</StatusMark>
);
