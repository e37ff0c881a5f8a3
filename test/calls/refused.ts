// What a refused call was answered with.

export type Refused = { code: string; status?: number | undefined; message?: string | undefined };

/** The refusal of a call, or the code `none` when it was let through. */
export const refused = (promise: Promise<unknown>): Promise<Refused> =>
  promise.then(
    () => ({ code: 'none' }),
    ({ code, status, message }: Refused) => ({ code, status, message }),
  );

let network = 0;
/** A network of its own for each test, so that the failures of one do not count in another. */
export const newAddress = (): string => `198.51.100.${(network += 1)}`;
