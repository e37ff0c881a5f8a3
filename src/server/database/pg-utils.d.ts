declare module 'pg/lib/utils.js' {
  /** The text (or bytes) in which node-postgres sends a value. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
