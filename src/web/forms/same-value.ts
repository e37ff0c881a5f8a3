/** Whether two values of a field are the same. A value may be an object, such as the name and version of a score sheet. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);
