import type { FieldSpec, Fields, FieldType } from './field.ts';
import type { OwnPart, SpecPart } from './spec.ts';

const number: readonly FieldType[] = ['integer', 'decimal', 'money', 'percent'];
const typed: readonly FieldType[] = ['text', 'note', 'rich'];
const chosen: readonly FieldType[] = ['ref', 'refs'];
const single: readonly FieldType[] = ['text', 'integer', 'year', 'date', 'dict', 'ref'];

/** Field types that support a property, for fields declared without type checks. */
const typesByProperty: Readonly<Record<OwnPart, readonly FieldType[]>> = {
  min: typed,
  max: [...typed, 'rows', 'refs'],
  least: [...number, 'year'],
  most: [...number, 'year'],
  leastMeans: ['integer'],
  scale: ['decimal', 'money', 'percent'],
  format: ['text', 'note'],
  personName: ['text'],
  unit: number,
  dictionary: ['dict', 'dicts'],
  target: chosen,
  among: chosen,
  otherwise: chosen,
  inLines: ['refs'],
  listed: ['ref'],
  balance: number,
  fields: ['rows'],
  treeOf: ['rows'],
  categories: ['files'],
  unique: single,
  uniqueWith: single,
  unlessTold: single,
  caseless: ['text'],
  searchable: typed,
  namesPeople: ['text', 'note'],
  branches: ['dict'],
  below: ['dict', 'dicts'],
  ordinal: ['integer'],
  inPercent: ['decimal'],
  closes: ['time'],
  masked: ['text'],
  credential: ['text'],
  english: ['note'],
};

/** Properties that fields of a line cannot have, since a line is no record and has no sub-table. */
const recordOnlyProperties: readonly SpecPart[] = [
  'unique',
  'unlessTold',
  'listed',
  'beginsAs',
  'kept',
  'requiredInDraft',
];

/** Returns why a declaration has no meaning, or null. */
const whyMeaningless = (spec: FieldSpec, isLine: boolean): string | null => {
  const { type } = spec;
  const has = (part: SpecPart): boolean => spec[part] !== undefined;
  for (const [part, types] of Object.entries(typesByProperty)) {
    if (has(part as SpecPart) && !types.includes(type)) {
      return `is of the type ${type}, which has no ${part}: only ${types.join(', ')} has`;
    }
  }
  if (isLine && (type === 'rows' || type === 'files')) return `is ${type} within rows`;
  const part = isLine && recordOnlyProperties.find(has);
  if (part) return `is in a line, which has no ${part}`;
  if (spec.ordinal && !isLine) return 'has a place in lines, and is in none';
  const { least, most, min, max } = spec;
  if (least !== undefined && most !== undefined && least > most) return 'has no value in bounds';
  if (min !== undefined && max !== undefined && min > max) return 'has no length in bounds';
  if (has('copyOf') && has('balance')) return 'is a copy and a balance';
  if ((spec.required || spec.requiredWhen) && spec.readonly && !spec.byApprover) {
    return 'is computed and required: nobody can fill it in';
  }
  return null;
};

/**
 * Checks that every property of these fields is supported by their type.
 * @param line prefix of the fields of a sub-table
 * @param around fields of the record that contains the lines
 * @throws Error that names the first invalid field, and the reason.
 */
export const checkTypes = (key: string, fields: Fields, line = '', around: Fields = {}): void => {
  for (const [name, { spec }] of Object.entries(fields)) {
    const why = whyMeaningless(spec, line !== '');
    if (why) throw new Error(`${key}: ${line}${name} ${why}`);
    if (spec.below !== undefined && !(fields[spec.below] ?? around[spec.below])) {
      throw new Error(
        `${key}: ${line}${name} stands below ${spec.below}, which is no field beside it`,
      );
    }
    if (spec.treeOf !== undefined && !spec.fields[spec.treeOf]?.spec.dictionary?.tree) {
      throw new Error(`${key}: ${name} is a tree of ${spec.treeOf}, which has no tree of codes`);
    }
    if (spec.fields) checkTypes(key, spec.fields, `${name}.`, fields);
  }
};
