// The error of a refused call.

export type Refused = { code: string; status?: number | undefined; message?: string | undefined };

/** The error of a refused call, or the code `none` if the call succeeded. */
export const refused = (promise: Promise<unknown>): Promise<Refused> =>
  promise.then(
    () => ({ code: 'none' }),
    ({ code, status, message }: Refused) => ({ code, status, message }),
  );

let network = 0;
/** A separate network for each test, so that its failures don't count in another. */
export const newAddress = (): string => `198.51.100.${(network += 1)}`;
