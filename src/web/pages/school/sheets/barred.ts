/** For a button that can't be pressed now. Unlike a disabled one, it keeps the focus; pressing it does nothing. */
export const barred = (isBarred: boolean) => (isBarred ? { 'data-disabled': true, 'aria-disabled': true } : {});
