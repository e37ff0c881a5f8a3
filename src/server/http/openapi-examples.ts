// Examples of what calls take and answer, made from their schemas: a test holds each against its schema and, of inputs, the contract.
import { TRY_OUT } from '#ballot/sheet/try-out.ts';

export type Schema = {
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  minItems?: number;
  contentMediaType?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  prefixItems?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  propertyNames?: Schema;
  pattern?: string;
  additionalProperties?: boolean | Schema;
  not?: object;
  $ref?: string;
  description?: string;
};

const ID = '0190f5c1-7c3a-7000-8000-000000000001';
/** Of texts that look like something in particular. */
const TEXTS: Record<string, string> = {
  // Of a score sheet and of a score: other ids have a format.
  id: 'college-28',
  sheetId: 'college-28',
  field: 'pOpen',
  season: '2026-27',
  seasons: '2026-27',
  email: 'ada.moss@example.org',
  name: 'Northfield Blue',
  shortName: 'Northfield',
  school: 'Northfield University',
  place: 'Des Moines',
  opponent: '1234',
  judge: 'D. Kim',
  reason: 'Misread',
  token: 'x3vK9pQ2mT7wZ1aB5cD8eF0gH4jL6nR-sU_yE3iO9kW',
  currentPassword: 'a password of my own',
  newPassword: 'another password of mine',
  password: 'a password of my own',
  code: '123456',
  browser: 'Firefox on Windows',
  fileName: 'season.csv',
  returnTo: '/season',
};
const FORMATS: Record<string, string> = {
  uuid: ID,
  date: '2026-11-21',
  'date-time': '2026-11-21T15:04:05.000Z',
};

/** One side, as try-outs have. Its parts have rules that its schema doesn't say. */
const SHEET = { ...TRY_OUT, id: ID };

/** Whether nothing fits it: the schema of no answer. */
export const isNothing = ({ not, anyOf }: Schema): boolean =>
  not !== undefined || (anyOf !== undefined && anyOf.every(isNothing));

/** Whether it has a file, which an example can't show. */
export const hasFile = (schema: Schema): boolean =>
  schema.contentMediaType !== undefined ||
  schema.format === 'binary' ||
  Object.values(schema.properties ?? {}).some(hasFile) ||
  (schema.anyOf ?? schema.oneOf ?? []).some(hasFile);

const keyExample = (names: Schema | undefined): string | undefined => {
  if (names?.pattern !== undefined) return 'pOpen';
  return names?.format === undefined ? ID : FORMATS[names.format];
};

function exampleOfObject(schema: Schema): Record<string, unknown> {
  const { properties = {}, propertyNames, additionalProperties } = schema;
  if (properties.sections) return SHEET;
  const example: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(properties)) example[key] = exampleOf(value, key);
  if (typeof additionalProperties === 'object') {
    const keys = propertyNames?.enum ?? [keyExample(propertyNames)];
    for (const key of keys) example[String(key)] = exampleOf(additionalProperties, String(key));
  }
  return example;
}

/** A value of the schema. `name` is the property's. */
export function exampleOf(schema: Schema, name = ''): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return exampleOf(choices.find(({ type }) => type !== 'null') ?? {}, name);
  switch (schema.type) {
    case 'string':
      return FORMATS[schema.format ?? ''] ?? TEXTS[name] ?? 'Text';
    case 'integer':
    case 'number':
      return name === 'year' ? 2026 : Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    case 'array':
      return schema.prefixItems
        ? schema.prefixItems.map((item) => exampleOf(item))
        : Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () => exampleOf(schema.items ?? {}, name));
    case 'object':
      return exampleOfObject(schema);
    case undefined:
    default:
      return null;
  }
}
