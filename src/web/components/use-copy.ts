import { useEffect, useState } from 'react';

const COPIED_SHOWN_MS = 1000;
const FAILED_SHOWN_MS = 4000;

/** How to copy a text, and for a while what came of it. Without HTTPS a browser has no clipboard for a page. */
export function useCopy(): [answer: 'Copied' | 'Not copied' | null, copy: (text: string) => void] {
  // A new object each time: a second click shows its answer for its whole time.
  const [last, setLast] = useState<{ copied: boolean } | null>(null);
  useEffect(() => {
    if (last === null) return undefined;
    const timer = setTimeout(() => setLast(null), last.copied ? COPIED_SHOWN_MS : FAILED_SHOWN_MS);
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
