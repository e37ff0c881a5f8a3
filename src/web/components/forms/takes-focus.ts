/** The `ref` of what the keyboard goes to when it appears: what had the keyboard has gone, or nothing had it. */
export const takesFocus = (element: HTMLElement | null): void => element?.focus();
