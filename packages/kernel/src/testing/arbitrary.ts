import fc from 'fast-check';
import type { FieldSpec, FieldType } from '../definition/field/field.ts';
import type { Resource } from '../definition/resource.ts';
import { specimenSource, type Targets } from '../specimen/source.ts';
import { drawRow, type Input } from '../specimen/values.ts';
import { dayText } from '../values/time.ts';

/**
 * Generates rows for property tests: each value is valid alone; about one of `gaps` optional values
 * is left out, none with 0.
 */
const input = (resource: Resource, targets: Targets, gaps: number): fc.Arbitrary<Input> =>
  fc.gen().map((gen) => {
    const draw = specimenSource(
      { int: (least, most) => gen(fc.integer, { min: least, max: most }) },
      gen(fc.integer, { min: 1, max: 10_000 }),
      targets,
      dayText(new Date()),
    );
    const row = drawRow(resource, draw);
    if (gaps === 0) return row;
    return Object.fromEntries(
      Object.entries(row).map(([name, value]) => {
        const left = !resource.fields[name]?.spec.requiredInDraft && draw.int(1, gaps) === 1;
        return [name, left ? null : value];
      }),
    );
  });

/**
 * Generates input that a person may send for a resource: each value is valid alone, some are left
 * out. Validators over several fields are ignored, since a draft may violate them.
 */
export const draftInput = (resource: Resource, targets: Targets = () => []): fc.Arbitrary<Input> =>
  input(resource, targets, 5);

/** Generates input with every field filled in for which a value exists. */
export const fullInput = (resource: Resource, targets: Targets = () => []): fc.Arbitrary<Input> =>
  input(resource, targets, 0);

const notText = fc.constantFrom<unknown>({}, [[]], { a: 1 }, true);
const notDay = fc.constantFrom<unknown>('2025-02-30', '2025-13-01', 'yesterday', 20250101, {});
const notWhole = fc.constantFrom<unknown>('1.5', 'x', '1e3', {}, '9'.repeat(13), '０');
const notAmount = fc.constantFrom<unknown>('1.23456', 'x', '1e3', {}, '9'.repeat(20), '--1');
const notCode = fc.constantFrom<unknown>('no such code', {}, [['x']]);

const overlong = (spec: FieldSpec): fc.Arbitrary<unknown> =>
  fc.constant('字'.repeat((spec.max ?? 255) + 1));

/** Generators of values that no field of the type accepts. */
const invalidValues: Readonly<Record<FieldType, (spec: FieldSpec) => fc.Arbitrary<unknown>>> = {
  text: (spec) => fc.oneof(notText, overlong(spec)),
  note: (spec) => fc.oneof(notText, overlong(spec)),
  rich: (spec) => fc.oneof(notText, overlong(spec)),
  integer: () => notWhole,
  year: () => fc.constantFrom<unknown>('20', '99999', 'now', {}),
  decimal: () => notAmount,
  money: () => notAmount,
  percent: () => notAmount,
  date: () => notDay,
  time: () => fc.oneof(notDay, fc.constant('2025-01-01 25:00:00')),
  dict: () => notCode,
  dicts: () => fc.constantFrom<unknown>(['no such code'], {}, 'no such code'),
  ref: () => fc.constantFrom<unknown>('x', '-1', {}, '1'.repeat(20)),
  refs: () => fc.constantFrom<unknown>('x', '1,x', ['-1'], {}, [{}], '1'.repeat(20)),
  rows: () => fc.constantFrom<unknown>('x', {}, 5),
  files: () => fc.constantFrom<unknown>('x', [{}], ['x']),
};

/** Generates a draft with one invalid value, and the name of its field. */
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
      return invalidValues[spec.type](spec).map((value) => ({
        input: { ...input, [path]: value },
        path,
      }));
    });
};
