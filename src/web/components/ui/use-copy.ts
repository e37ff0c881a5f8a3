import { useEffect, useState } from 'react';

const SUCCESS_SHOWN_MS = 1000;
const FAILURE_SHOWN_MS = 4000;

/** Copies a text and reports the result for a short while. Without HTTPS, browsers offer no clipboard. */
export function useCopy(): [result: 'Copied' | 'Not copied' | null, copy: (text: string) => void] {
  // A new object per click, so that each result is shown for its full time.
  const [last, setLast] = useState<{ copied: boolean } | null>(null);
  useEffect(() => {
    if (last === null) return undefined;
    const timer = setTimeout(() => setLast(null), last.copied ? SUCCESS_SHOWN_MS : FAILURE_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [last]);
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setLast({ copied: true });
    } catch {
      setLast({ copied: false });
    }
  };
  return [last && (last.copied ? 'Copied' : 'Not copied'), (text) => void copy(text)];
}
