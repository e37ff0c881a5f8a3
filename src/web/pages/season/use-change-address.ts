import { useNavigate } from '@tanstack/react-router';

/**
 * Changes the page's address in its place. `next` gets the real address, which may be ahead of what is drawn. With `push`, the back
 * button leads to the one before.
 */
export function useChangeAddress() {
  const navigate = useNavigate();
  return (next: (latest: Record<string, unknown>) => object, push = false): void =>
    void navigate({ to: '.', search: next as never, replace: !push, resetScroll: false });
}
