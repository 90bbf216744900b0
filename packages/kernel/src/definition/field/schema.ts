import { flattenEntries } from '../../values/dictionary.ts';
import { idDigits } from '../../values/id.ts';
import type { Resource } from '../resource.ts';
import { listFields } from './base-fields.ts';
import type { ByType, FieldSpec, Fields, SpecOf } from './field.ts';
import { fieldTypeTable } from './field-types.ts';
import { ofType } from './spec.ts';

/** A JSON Schema (2020-12), as OpenAPI 3.1 uses it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

const maxEnumCodes = 60;

/** Returns the schema of codes: an enumeration for a short dictionary, its name for a long one. */
const codes = (spec: SpecOf<'dict' | 'dicts'>): JsonSchema => {
  const entries = flattenEntries(spec.dictionary.entries);
  return entries.length > 0 && entries.length <= maxEnumCodes
    ? { type: 'string', enum: entries.map((entry) => entry.code) }
    : { type: 'string' };
};

const text = (spec: SpecOf<'text' | 'note' | 'rich'>): JsonSchema => ({
  type: 'string',
  ...(spec.min === undefined ? {} : { minLength: spec.min }),
  ...(spec.max === undefined ? {} : { maxLength: spec.max }),
});

const whole = (spec: SpecOf<'integer' | 'year'>): JsonSchema => ({
  type: 'integer',
  ...(spec.least === undefined ? {} : { minimum: spec.least }),
  ...(spec.most === undefined ? {} : { maximum: spec.most }),
});

const decimal = (spec: SpecOf<'decimal' | 'money' | 'percent'>): JsonSchema => ({
  type: 'string',
  pattern: spec.scale ? `^-?\\d+(\\.\\d{1,${spec.scale}})?$` : '^-?\\d+$',
});

const id: JsonSchema = { type: 'string', pattern: `^${idDigits}$` };

/** JSON schemas by field type. */
const schemas: ByType<[], JsonSchema> = {
  text,
  note: text,
  rich: text,
  integer: whole,
  year: whole,
  decimal,
  money: decimal,
  percent: decimal,
  date: () => ({ type: 'string', format: 'date' }),
  time: () => ({ type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$' }),
  dict: codes,
  dicts: (spec) => ({ type: 'array', items: codes(spec) }),
  ref: () => id,
  refs: () => ({ type: 'string', pattern: '^(\\d{1,19}(,\\d{1,19})*)?$' }),
  rows: (spec) => ({
    type: 'array',
    items: { type: 'object', properties: propertiesOf(spec.fields) },
    ...(spec.max === undefined ? {} : { maxItems: spec.max }),
  }),
  files: () => ({
    type: 'array',
    items: { type: 'object', properties: { id, catalog: { type: 'string' } } },
  }),
};

const described = (spec: FieldSpec): JsonSchema => ({
  title: spec.label[0],
  description: spec.help ? `${spec.label[1]}. ${spec.help[1]}` : spec.label[1],
});

/** Returns the JSON Schema of a field. */
export const fieldSchema = (spec: FieldSpec): JsonSchema => ({
  ...ofType(schemas, spec),
  ...described(spec),
});

/** Returns a value per field, repeated under each of its wire aliases. */
const perName = <T>(fields: Fields, of: (spec: FieldSpec) => T): Readonly<Record<string, T>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { spec }]) =>
      [name, ...(spec.alsoNamed ?? [])].map((one) => [one, of(spec)]),
    ),
  );

/** Schema of lines as a tree: each node has its position and child nodes of the same shape. */
const treeSchema = (spec: FieldSpec): JsonSchema => ({
  ...described(spec),
  type: 'array',
  items: {
    type: 'object',
    properties: {
      ...propertiesOf(spec.fields ?? {}),
      id,
      parentId: { type: 'string', description: 'Id of the node above, 0 at the top' },
      sort: { type: 'integer' },
      children: { type: 'array', items: { type: 'object' } },
    },
  },
});

const propertiesOf = (fields: Fields): JsonSchema => ({
  ...perName(fields, fieldSchema),
  ...Object.fromEntries(
    Object.values(fields).flatMap(({ spec }) =>
      spec.treeOf ? (spec.alsoNamed ?? []).map((name) => [name, treeSchema(spec)]) : [],
    ),
  ),
});

/** Returns the schema of a record as calls return it. */
export const rowSchema = (resource: Resource): JsonSchema => ({
  type: 'object',
  title: resource.label[0],
  properties: {
    id,
    version: { type: 'integer' },
    ...propertiesOf(listFields(resource)),
  },
});

/**
 * Returns the schema of input for a record; no field is required, because a draft may be
 * incomplete.
 */
export const draftSchema = (resource: Resource): JsonSchema => ({
  type: 'object',
  title: resource.label[0],
  properties: {
    id,
    version: { type: 'integer' },
    ...propertiesOf(
      Object.fromEntries(Object.entries(resource.fields).filter(([, { spec }]) => !spec.readonly)),
    ),
  },
});

/** Returns the schema of the filters of a list; every field also accepts the wire's suffixes. */
export const filterSchema = (resource: Resource): JsonSchema => ({
  type: 'object',
  properties: perName(
    Object.fromEntries(
      Object.entries(listFields(resource)).filter(
        ([, { spec }]) => fieldTypeTable[spec.type].filter !== 'none',
      ),
    ),
    (spec) => ({ type: 'string', ...described(spec) }),
  ),
});
