import { useClipboard } from '@mantine/hooks';

const SUCCESS_SHOWN_MS = 1000;

/** Copies a text and says whether it worked. Without HTTPS, browsers offer no clipboard. */
export function useCopy(): [result: 'Copied' | 'Not copied' | null, copy: (text: string) => void] {
  const { copied, error, copy } = useClipboard({ timeout: SUCCESS_SHOWN_MS });
  return [copied ? 'Copied' : error && 'Not copied', copy];
}
