import fc from 'fast-check';
import { boundUnits, decimalText } from '../decimal.ts';
import { flatten } from '../dictionary.ts';
import type { FieldKind, FieldSpec, Fields } from '../field.ts';
import type { Resource } from '../resource.ts';

type Input = Record<string, unknown>;

/** Ids of records that a reference may name, by the key of their resource; none leaves it empty. */
export type Targets = (key: string) => readonly string[];

const alphabet = [...'研究论文数据分析方法学习系统设计abcXYZ 019,.-（）《》'];

/** Text of people: Chinese and Latin, without blanks at its ends, because those are trimmed. */
const words = (max: number): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom(...alphabet), { minLength: 1, maxLength: Math.min(max, 40) })
    .map((letters) => letters.join('').trim().replace(/\s+/g, ' '))
    .filter((text) => text !== '');

const text = (spec: FieldSpec): fc.Arbitrary<unknown> => {
  const { format, max = 255 } = spec;
  if (!format) return words(max);
  const { example } = format;
  return example !== undefined && format.test(example) ? fc.constant(example) : fc.constant(null);
};

const whole = ({ least = 0, most = 1_000_000 }: FieldSpec): fc.Arbitrary<unknown> =>
  fc.integer({ min: Math.max(least, -1_000_000), max: Math.min(most, 1_000_000) });

const decimal = (spec: FieldSpec): fc.Arbitrary<unknown> => {
  const { scale = 0, least = 0, most = 1_000_000 } = spec;
  return fc
    .bigInt({
      min: boundUnits(Math.max(0, least), scale),
      max: boundUnits(Math.min(most, 1_000_000), scale),
    })
    .map((units) => decimalText(units, scale));
};

const two = (value: number): string => String(value).padStart(2, '0');
const day = fc
  .tuple(
    fc.integer({ min: 1950, max: 2030 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
  )
  .map(([year, month, date]) => `${year}-${two(month)}-${two(date)}`);
const clock = fc
  .tuple(
    fc.integer({ min: 0, max: 23 }),
    fc.integer({ min: 0, max: 59 }),
    fc.integer({ min: 0, max: 59 }),
  )
  .map((parts) => parts.map(two).join(':'));

const codesOf = (spec: FieldSpec): readonly string[] =>
  flatten(spec.dictionary?.entries ?? [])
    .filter((entry) => !entry.heading)
    .map((entry) => entry.code);

type Make = (spec: FieldSpec, targets: Targets) => fc.Arbitrary<unknown>;

const code: Make = (spec) => {
  const codes = codesOf(spec);
  return codes.length === 0 ? fc.constant(null) : fc.constantFrom(...codes);
};

/** The one table of what a kind's values look like when a person sends them. */
const makes: Readonly<Record<FieldKind, Make>> = {
  text,
  note: text,
  rich: text,
  integer: whole,
  year: (spec) => fc.integer({ min: spec.least ?? 1900, max: spec.most ?? 2200 }),
  decimal,
  money: decimal,
  date: () => day,
  time: () => fc.tuple(day, clock).map((parts) => parts.join(' ')),
  dict: code,
  dicts: (spec) => fc.subarray([...codesOf(spec)].slice(0, 12)),
  ref: (spec, targets) => {
    const ids = spec.target ? targets(spec.target.key) : [];
    return ids.length === 0 ? fc.constant(null) : fc.constantFrom(...ids);
  },
  rows: (spec, targets) => fc.array(inputOf(spec.fields ?? {}, targets, 0), { maxLength: 3 }),
  files: () => fc.constant([]),
};

const inputOf = (fields: Fields, targets: Targets, gaps: number): fc.Arbitrary<Input> =>
  fc.record(
    Object.fromEntries(
      Object.entries(fields)
        .filter(([, { spec }]) => !spec.readonly)
        .map(([name, { spec }]): [string, fc.Arbitrary<unknown>] => {
          const value = makes[spec.kind](spec, targets);
          const optional = !spec.requiredInDraft && gaps > 0;
          return [name, optional ? fc.option(value, { freq: gaps }) : value];
        }),
    ),
  );

/**
 * What a person may send of any resource: each value right by itself, some left out. Rules across
 * fields are not looked at; a draft may break them.
 */
export const draftInput = (resource: Resource, targets: Targets = () => []): fc.Arbitrary<Input> =>
  inputOf(resource.fields, targets, 4);

/** The same with every field filled, as far as there is anything to fill it with. */
export const fullInput = (resource: Resource, targets: Targets = () => []): fc.Arbitrary<Input> =>
  inputOf(resource.fields, targets, 0);

const notText = fc.constantFrom<unknown>({}, [[]], { a: 1 }, true);
const notDay = fc.constantFrom<unknown>('2025-02-30', '2025-13-01', 'yesterday', 20250101, {});
const notWhole = fc.constantFrom<unknown>('1.5', 'x', '1e3', {}, '9'.repeat(13), '０');
const notAmount = fc.constantFrom<unknown>('1.23456', 'x', '1e3', {}, '9'.repeat(20), '--1');
const notCode = fc.constantFrom<unknown>('no such code', {}, [['x']]);

const overlong = (spec: FieldSpec): fc.Arbitrary<unknown> =>
  fc.constant('字'.repeat((spec.max ?? 255) + 1));

/** Values that no field of the kind takes. */
const breaks: Readonly<Record<FieldKind, (spec: FieldSpec) => fc.Arbitrary<unknown>>> = {
  text: (spec) => fc.oneof(notText, overlong(spec)),
  note: (spec) => fc.oneof(notText, overlong(spec)),
  rich: (spec) => fc.oneof(notText, overlong(spec)),
  integer: () => notWhole,
  year: () => fc.constantFrom<unknown>('20', '99999', 'now', {}),
  decimal: () => notAmount,
  money: () => notAmount,
  date: () => notDay,
  time: () => fc.oneof(notDay, fc.constant('2025-01-01 25:00:00')),
  dict: () => notCode,
  dicts: () => fc.constantFrom<unknown>(['no such code'], {}, 'no such code'),
  ref: () => fc.constantFrom<unknown>('x', '-1', {}, '1'.repeat(20)),
  rows: () => fc.constantFrom<unknown>('x', {}, 5),
  files: () => fc.constantFrom<unknown>('x', [{}], ['x']),
};

/** A draft with one wrong value in it, and the field that is wrong. */
export const brokenInput = (
  resource: Resource,
  targets: Targets = () => [],
): fc.Arbitrary<{ readonly input: Input; readonly path: string }> => {
  const names = Object.entries(resource.fields)
    .filter(([, { spec }]) => !spec.readonly)
    .map(([name]) => name);
  return fc
    .tuple(draftInput(resource, targets), fc.constantFrom(...names))
    .chain(([input, path]) => {
      const spec = resource.fields[path]?.spec as FieldSpec;
      return breaks[spec.kind](spec).map((value) => ({ input: { ...input, [path]: value }, path }));
    });
};
