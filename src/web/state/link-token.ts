import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';

/** The token of the link that the page was opened with, or of another one that was opened in the same tab since. */
export function useLinkToken(): string {
  const hash = useLocation({ select: (location) => location.hash });
  const [token, setToken] = useState(hash);
  // The skip link leads to #main.
  if (hash !== token && hash !== 'main') setToken(hash);
  return token;
}
