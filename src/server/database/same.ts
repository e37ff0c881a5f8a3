// Recognizes a change that was asked for twice: the record already is as it asks for.
export const isSame = (record: object, wanted: object): boolean =>
  Object.entries(wanted).every(([field, value]) => (record as Record<string, unknown>)[field] === value);
