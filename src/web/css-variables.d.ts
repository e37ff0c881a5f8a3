import 'react';

declare module 'react' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- Only an interface can be added to.
  interface CSSProperties {
    [variable: `--${string}`]: string | undefined;
  }
}
