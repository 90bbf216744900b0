import type { SpecimenSource } from '../definition/field/draw.ts';
import type { ByType, FieldSpec, Fields, SpecOf } from '../definition/field/field.ts';
import { ofType } from '../definition/field/spec.ts';
import type { Resource } from '../definition/resource.ts';
import { boundUnits, decimalText } from '../values/decimal.ts';
import { type Entry, flattenEntries } from '../values/dictionary.ts';

/** Values as a person sends them, by field. */
export type Input = Record<string, unknown>;

const alphabet = [...'春山如笑数据分析方法学习系统设计abcXYZ 019,.-（）《》'];

/** Draws text of Chinese and Latin letters, without blanks at the ends, since these are trimmed. */
const words = (draw: SpecimenSource, max: number, min = 1): string => {
  const letters = Array.from({ length: draw.int(1, Math.min(max, 40)) }, () => draw.pick(alphabet));
  return letters.join('').trim().replace(/\s+/g, ' ').padEnd(min, '文');
};

/** Draws a readable text that no other specimen of the run has. */
const drawDistinctText = (draw: SpecimenSource, max: number): string => {
  const serial = draw.serial.toString(36).padStart(4, '0');
  const front = ['题', draw.pick(alphabet).trim(), draw.pick(alphabet).trim()].join('');
  return `${front.slice(0, Math.max(0, Math.min(max, 12) - serial.length))}${serial}`;
};

/** True if no two records may have equal values of this field. */
export const isUnique = (spec: FieldSpec): boolean => spec.unique !== undefined;

const text = (spec: SpecOf<'text' | 'note' | 'rich'>, draw: SpecimenSource): unknown => {
  const { format, max = 255, min } = spec;
  if (!format) {
    const drawn = isUnique(spec) ? drawDistinctText(draw, max) : words(draw, max, min);
    // Blanks in Chinese names are not stored.
    return spec.personName ? drawn.replace(/\s+/g, '').padEnd(min ?? 1, '文') : drawn;
  }
  const made = isUnique(spec) ? format.make?.(draw.serial) : undefined;
  const example = made ?? format.example ?? format.make?.(draw.serial);
  return example !== undefined && format.test(example) ? example : null;
};

const maxDrawnNumber = 1_000_000;

const whole = (spec: SpecOf<'integer'>, draw: SpecimenSource): unknown => {
  const least = Math.max(spec.least ?? 0, -maxDrawnNumber);
  if (isUnique(spec)) return least + draw.serial;
  return draw.int(least, Math.max(least, Math.min(spec.most ?? maxDrawnNumber, maxDrawnNumber)));
};

const decimal = (spec: SpecOf<'decimal' | 'money' | 'percent'>, draw: SpecimenSource): unknown => {
  const { scale } = spec;
  const least = boundUnits(Math.max(0, spec.least ?? 0), scale);
  const highest = boundUnits(
    Math.max(spec.least ?? 0, Math.min(spec.most ?? maxDrawnNumber, maxDrawnNumber)),
    scale,
  );
  return decimalText(least + BigInt(draw.int(0, Number(highest - least))), scale);
};

const two = (value: number): string => String(value).padStart(2, '0');
const day = (draw: SpecimenSource): string =>
  [draw.int(1950, 2030), two(draw.int(1, 12)), two(draw.int(1, 28))].join('-');
const clock = (draw: SpecimenSource): string =>
  [draw.int(0, 23), draw.int(0, 59), draw.int(0, 59)].map(two).join(':');

const known = new WeakMap<readonly Entry[], readonly string[]>();

/** Returns the codes that may be chosen, cached, since some dictionaries have thousands. */
const codesOf = ({ dictionary }: SpecOf<'dict' | 'dicts'>): readonly string[] => {
  const { entries } = dictionary;
  const codes =
    known.get(entries) ??
    flattenEntries(entries)
      .filter((entry) => !entry.heading && !entry.sealed)
      .map((entry) => entry.code);
  known.set(entries, codes);
  return codes;
};

const code = (spec: SpecOf<'dict'>, draw: SpecimenSource): unknown => {
  const codes = codesOf(spec);
  return codes.length === 0 ? null : draw.pick(codes);
};

/** Returns the ids of records that a reference may name, within its limits for this writer. */
const referable = (spec: SpecOf<'ref' | 'refs'>, draw: SpecimenSource): readonly string[] => {
  const limited = spec.among !== undefined && spec.among.kind !== 'all';
  return !limited || spec.required ? draw.ids(spec.target.key, spec) : [];
};

const reference = (spec: SpecOf<'ref'>, draw: SpecimenSource): unknown => {
  const ids = referable(spec, draw);
  return ids.length === 0 ? null : draw.pick(ids);
};

/** Draws one or two records that may be referred to. */
const references = (spec: SpecOf<'refs'>, draw: SpecimenSource): unknown => {
  const ids = referable(spec, draw);
  return ids.length === 0 ? null : [...new Set([draw.pick(ids), draw.pick(ids)])];
};

/** Generators of values, as a person sends them, by field type. */
const valueGenerators: ByType<[SpecimenSource], unknown> = {
  text,
  note: text,
  rich: text,
  integer: whole,
  year: (spec, draw) => draw.int(spec.least ?? 1900, spec.most ?? 2200),
  decimal,
  money: decimal,
  percent: decimal,
  date: (_, draw) => day(draw),
  time: (_, draw) => `${day(draw)} ${clock(draw)}`,
  dict: code,
  dicts: (spec, draw) =>
    codesOf(spec)
      .slice(0, 12)
      .filter((_, index) => index === 0 || draw.int(0, 1) === 1),
  ref: reference,
  refs: references,
  rows: (spec, draw) =>
    Array.from({ length: draw.int(spec.required ? 1 : 0, Math.min(3, spec.max ?? 3)) }, () =>
      drawFields(spec.fields, draw),
    ),
  files: () => [],
};

/** Draws the fields of sub-table lines that the given lines leave out. */
const drawMissingFields = (spec: FieldSpec, stated: unknown, draw: SpecimenSource): unknown =>
  spec.type === 'rows' && Array.isArray(stated)
    ? stated.map((line) => ({ ...drawFields(spec.fields, draw), ...(line as Input) }))
    : stated;

/** Draws a value that is valid for this field alone. */
export const drawValue = (spec: FieldSpec, draw: SpecimenSource): unknown =>
  spec.specimen
    ? drawMissingFields(spec, spec.specimen(draw), draw)
    : ofType(valueGenerators, spec, draw);

/** Draws a value for every field that people fill in. */
export const drawFields = (fields: Fields, draw: SpecimenSource): Input =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { spec }]) => !spec.readonly)
      .map(([name, { spec }]) => [name, drawValue(spec, draw)]),
  );

/**
 * Draws the fields of a resource, with a title that is unique in the run, and applies `specimen` of
 * the definition.
 */
export const drawRow = (resource: Resource, draw: SpecimenSource): Input => {
  const row = drawFields(resource.fields, draw);
  const title = resource.fields[resource.title]?.spec;
  if (title?.type === 'text' && !title.readonly && !title.format && !title.specimen) {
    row[resource.title] = drawDistinctText(draw, title.max ?? 255);
  }
  return withStatedValues(resource, row, draw);
};

/** Merges the values that the definition's `specimen` returns into the row. */
export const withStatedValues = (resource: Resource, row: Input, draw: SpecimenSource): Input => {
  const own = (resource.specimen?.(draw, row) ?? {}) as Input;
  const filled = Object.entries(own).map(([name, value]) => {
    const spec = resource.fields[name]?.spec;
    return [name, spec ? drawMissingFields(spec, value, draw) : value];
  });
  return { ...row, ...Object.fromEntries(filled) };
};
