import type { ComponentPropsWithRef, MouseEvent } from 'react';

interface PlainButtonProps extends ComponentPropsWithRef<'button'> {
  variant?: 'filled' | 'default';
  /** Shows a spinner and ignores clicks. Unlike a disabled button, it keeps the focus. */
  loading?: boolean;
}

/**
 * The button of the sign-in screen and the cookie banner. It looks like the library's but doesn't load it, because the
 * library would double what a visitor downloads.
 */
export function PlainButton({ variant = 'filled', loading = false, onClick, children, ...rest }: PlainButtonProps) {
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (loading) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      className="plain-button"
      data-variant={variant}
      data-loading={loading || undefined}
      aria-disabled={loading || undefined}
      onClick={click}
    >
      <span>{children}</span>
    </button>
  );
}
