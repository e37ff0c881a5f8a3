import type { ComponentPropsWithRef, MouseEvent } from 'react';

interface PlainButtonProps extends ComponentPropsWithRef<'button'> {
  variant?: 'filled' | 'default';
  /** Shows a spinner and takes no click. The focus stays where it is, which it would not on a disabled button. */
  loading?: boolean;
}

/**
 * A button for what is there before the app: the sign-in screen, the cookie banner. It looks like the library's and comes
 * without it, because the library would double what a visitor waits for.
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
