import type { FieldKind, FieldSpec, Fields } from './field.ts';
import type { OwnPart, SpecPart } from './spec.ts';

const number: readonly FieldKind[] = ['integer', 'decimal', 'money', 'percent'];
const typed: readonly FieldKind[] = ['text', 'note', 'rich'];
const chosen: readonly FieldKind[] = ['ref', 'refs'];
const single: readonly FieldKind[] = ['text', 'integer', 'year', 'date', 'dict', 'ref'];

/** The kinds that have a property, for fields that are read from a file or made without types. */
const meaningful: Readonly<Record<OwnPart, readonly FieldKind[]>> = {
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

/** Properties that a line of a sub-table lacks: it is no record, and has no sub-table of its own. */
const ofRecords: readonly SpecPart[] = [
  'unique',
  'unlessTold',
  'listed',
  'beginsAs',
  'kept',
  'requiredInDraft',
];

/** Why a declaration means nothing, or null. */
const senseless = (spec: FieldSpec, isLine: boolean): string | null => {
  const { kind } = spec;
  const has = (part: SpecPart): boolean => spec[part] !== undefined;
  for (const [part, kindsOf] of Object.entries(meaningful)) {
    if (has(part as SpecPart) && !kindsOf.includes(kind)) {
      return `is of the kind ${kind}, which has no ${part}: only ${kindsOf.join(', ')} has`;
    }
  }
  if (isLine && (kind === 'rows' || kind === 'files')) return `is ${kind} within rows`;
  const part = isLine && ofRecords.find(has);
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
 * Does every part of the declarations of these fields mean something for their kind?
 * @param line prefix of the fields of a sub-table
 * @param around fields of the record that the lines belong to
 * @throws Error that names the first field of which one does not, and says why.
 */
export const checkKinds = (key: string, fields: Fields, line = '', around: Fields = {}): void => {
  for (const [name, { spec }] of Object.entries(fields)) {
    const why = senseless(spec, line !== '');
    if (why) throw new Error(`${key}: ${line}${name} ${why}`);
    if (spec.below !== undefined && !(fields[spec.below] ?? around[spec.below])) {
      throw new Error(
        `${key}: ${line}${name} stands below ${spec.below}, which is no field beside it`,
      );
    }
    if (spec.treeOf !== undefined && !spec.fields[spec.treeOf]?.spec.dictionary?.tree) {
      throw new Error(`${key}: ${name} is a tree of ${spec.treeOf}, which has no tree of codes`);
    }
    if (spec.fields) checkKinds(key, spec.fields, `${name}.`, fields);
  }
};
