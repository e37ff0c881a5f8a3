import type { ComponentPropsWithRef, MouseEvent } from 'react';

interface PlainButtonProps extends ComponentPropsWithRef<'button'> {
  variant?: 'filled' | 'default';
  /** Shows a spinner and ignores clicks. Unlike a disabled button, it keeps the focus. */
  loading?: boolean;
}

/**
 * A button for the sign-in screen and the cookie banner. It looks like the library's button but does not load the library,
 * which would double the download before signing in.
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
