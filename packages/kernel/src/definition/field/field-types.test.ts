import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { everyone } from '../../access/scope.ts';
import { dictionary } from '../../values/dictionary.ts';
import { defineResource } from '../resource.ts';
import { fieldOf } from './builders.ts';
import { type Field, type FieldSpec, type FieldType, f, face } from './field.ts';
import { fieldTypeTable } from './field-types.ts';
import type { OwnPart } from './spec.ts';

const codes = dictionary('codes', ['码', 'Codes'], [['1', '一', 'One']]);
const other = face('other', ['他', 'Other']);
const label = ['字段', 'Field'] as const;

/** A field of each type. */
const made: Readonly<Record<FieldType, () => Field<unknown>>> = {
  text: () => f.text(label),
  note: () => f.note(label),
  rich: () => f.rich(label),
  integer: () => f.integer(label),
  decimal: () => f.decimal(label, 2),
  money: () => f.money(label),
  percent: () => f.percent(label),
  year: () => f.year(label),
  date: () => f.date(label),
  time: () => f.time(label),
  dict: () => f.dict(label, codes),
  dicts: () => f.dicts(label, codes),
  ref: () => f.ref(label, other),
  refs: () => f.refs(label, other),
  rows: () => f.rows(label, { line: f.text(label) }),
  files: () => f.files(label, []),
};

const every = Object.keys(made) as readonly FieldType[];
const numbers: readonly FieldType[] = ['integer', 'decimal', 'money', 'percent'];
const single: readonly FieldType[] = ['text', 'integer', 'year', 'date', 'dict', 'ref'];
const typed: readonly FieldType[] = ['text', 'note', 'rich'];
const chosen: readonly FieldType[] = ['ref', 'refs'];
const decimals: readonly FieldType[] = ['decimal', 'money', 'percent'];

/** The methods of fields, and the types that have each. */
const methods: Readonly<Record<string, readonly FieldType[]>> = {
  with: every,
  required: every,
  requiredInDraft: every,
  computed: every,
  filled: every,
  byApprover: every,
  help: every,
  initial: every,
  when: every,
  beginsAs: every,
  alsoNamed: every,
  headed: every,
  secret: every,
  openTo: every,
  kept: every,
  specimen: every,
  max: [...typed, 'refs', 'rows'],
  between: [...numbers, 'year'],
  format: ['text', 'note'],
  personName: ['text'],
  unit: numbers,
  unique: single,
  unlessTold: single,
  caseless: ['text'],
  searchable: typed,
  branches: ['dict'],
  below: ['dict', 'dicts'],
  ordinal: ['integer'],
  inPercent: ['decimal'],
  among: chosen,
  inLines: ['refs'],
  listed: ['ref'],
  asTreeOf: ['rows'],
  balance: numbers,
  masked: ['text'],
  credential: ['text'],
  english: ['note'],
};

/** The methods that an object has, but for those of the language and the one that they share. */
const methodsOf = (object: object): readonly string[] => {
  const above: unknown = Object.getPrototypeOf(object);
  const own = Object.getOwnPropertyNames(object).filter((name) => !['spec', 'and'].includes(name));
  return above === null || above === Object.prototype
    ? own
    : [...own, ...methodsOf(above as object)];
};

/** Properties that only some types have, a value of each, and the types. */
const parts: Readonly<Record<OwnPart, readonly [unknown, readonly FieldType[]]>> = {
  min: [1, typed],
  max: [3, [...typed, 'refs', 'rows']],
  searchable: [true, typed],
  format: [{ test: () => true, message: label }, ['text', 'note']],
  namesPeople: [true, ['text', 'note']],
  personName: [true, ['text']],
  caseless: [true, ['text']],
  masked: ['code', ['text']],
  credential: [{ as: 'digest' }, ['text']],
  english: ['name', ['note']],
  least: [1, [...numbers, 'year']],
  most: [2, [...numbers, 'year']],
  leastMeans: [label, ['integer']],
  scale: [2, decimals],
  unit: [label, numbers],
  balance: [{}, numbers],
  unique: [(value: string) => value, single],
  uniqueWith: [['name'], single],
  unlessTold: ['name', single],
  ordinal: [true, ['integer']],
  inPercent: [true, ['decimal']],
  closes: [true, ['time']],
  dictionary: [codes, ['dict', 'dicts']],
  branches: [true, ['dict']],
  below: ['name', ['dict', 'dicts']],
  target: [other, chosen],
  among: [everyone(), chosen],
  inLines: [{ rows: 'rows', field: 'field' }, ['refs']],
  otherwise: [label, chosen],
  listed: [label, ['ref']],
  fields: [{}, ['rows']],
  treeOf: ['code', ['rows']],
  categories: [[], ['files']],
};

const resourceOf = (fields: Readonly<Record<string, Field<unknown>>>) =>
  defineResource({
    key: 'thing',
    label: ['物', 'Thing'],
    path: 'test/thing',
    title: 'name',
    fields: { name: f.text(['名称', 'Name']), ...fields },
    views: {},
    list: { columns: ['name'], filters: [], sort: 'name' },
    form: [
      { key: 'thing', title: ['物', 'Thing'], fields: ['name', ...Object.keys(fields)] as never },
    ],
    access: { read: everyone(), write: everyone() },
  } as never);

describe('a field', () => {
  it.each(every)('of the type %s has the methods of its type alone', (type) => {
    const having = Object.keys(methods).filter((method) => methods[method]?.includes(type));
    expect(new Set(methodsOf(made[type]()))).toEqual(new Set(['constructor', ...having]));
  });

  const given = Object.entries(parts).flatMap(([part, [value, having]]) =>
    every.flatMap((type) => (having.includes(type) ? [] : [[part, type, value] as const])),
  );

  it.each(given)('with %s of the type %s does not load', (part, type, value) => {
    const field = fieldOf({ ...made[type]().spec, [part]: value } as FieldSpec);
    expect(() => resourceOf({ mark: field })).toThrow(
      `thing: mark is of the type ${type}, which has no ${part}: only `,
    );
  });

  it.each(every)('of the type %s loads', (type) => {
    expect(() => resourceOf({ mark: made[type]() })).not.toThrow();
  });

  it('does not compile with a word of another type', () => {
    const calls = [
      // @ts-expect-error a date names no record
      () => f.date(label).among(everyone()),
      // @ts-expect-error a text names no record
      () => f.text(label).listed(label),
      // @ts-expect-error a code has no format
      () => f.dict(label, codes).format({ test: () => true, message: label }),
      // @ts-expect-error an amount has no letters
      () => f.money(label).caseless(),
      // @ts-expect-error a date is no number
      () => f.date(label).between(1, 2),
      // @ts-expect-error lines are no single value
      () => f.rows(label, {}).unique(),
      // @ts-expect-error a text is no place in lines
      () => f.text(label).ordinal(),
      // @ts-expect-error a reference is not measured
      () => f.ref(label, other).unit(label),
      // @ts-expect-error a number has no characters
      () => f.integer(label).max(3),
      // @ts-expect-error files are no text
      () => f.files(label, []).searchable(),
      // @ts-expect-error a moment is no code
      () => f.time(label).below('name'),
      // @ts-expect-error a text has no bounds
      () => f.text(label).between(1, 2),
      // @ts-expect-error a code is not masked
      () => f.dict(label, codes).masked('code'),
      // @ts-expect-error a number keeps no secret
      () => f.integer(label).credential({ as: 'digest' }),
      // @ts-expect-error several codes are not unique
      () => f.dicts(label, codes).unique(),
      // @ts-expect-error of several codes none is a heading
      () => f.dicts(label, codes).branches(),
      // @ts-expect-error a note is no name of one person
      () => f.note(label).personName(),
      // @ts-expect-error formatted text has no format
      () => f.rich(label).format({ test: () => true, message: label }),
      // @ts-expect-error several references are listed nowhere
      () => f.refs(label, other).listed(label),
      // @ts-expect-error a year has no unit
      () => f.year(label).unit(label),
      // @ts-expect-error a reference has no heading
      () => f.ref(label, other).branches(),
      // @ts-expect-error a text shows no balance
      () => f.text(label).balance(),
    ];
    for (const call of calls) expect(call).toThrow();
  });

  it.each([
    [
      'rows within rows',
      f.rows(label, { inner: f.rows(label, {}) }),
      'rows.inner is rows within rows',
    ],
    ['files within rows', f.rows(label, { inner: f.files(label, []) }), 'is files within rows'],
    ['a unique line', f.rows(label, { inner: f.text(label).unique() }), 'has no unique'],
    ['a place in no lines', f.integer(label).ordinal(), 'has a place in lines, and is in none'],
    [
      'a tree of codes that have none',
      f.rows(label, { code: f.dict(label, codes) }).asTreeOf('code'),
      'rows is a tree of code, which has no tree of codes',
    ],
    ['bounds without a value', f.integer(label).between(3, 2), 'has no value in bounds'],
    ['a text too short for its end', f.reason(label).max(1), 'has no length in bounds'],
    [
      'a computed value that people must fill in',
      f.text(label).computed().required(),
      'is computed and required',
    ],
  ] as const)('%s is refused', (_what, field, message) => {
    expect(() => resourceOf({ rows: field as Field<unknown> })).toThrow(message);
  });
});

describe('a share of 100', () => {
  const { spec } = f.percent(['比例', 'Share']);
  const { parse, text } = fieldTypeTable.percent;

  test.each(['12.5', '12.5%', ' 12.50 ％ ', '12.500', 12.5])('%s is 12.50', (typed) => {
    expect(parse(typed, spec)).toEqual({ value: '12.50' });
  });

  test.each(['100.01', '-0.01%', '12.345', '12.5%%', '%', 'x', '1e1', {}])(
    '%s is refused',
    (typed) => expect(parse(typed, spec)).toHaveProperty('fault'),
  );

  test('is read again as it is shown, to its last digit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), (hundredths) => {
        const shown = `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;
        const parsed = parse(shown, spec);
        expect(parsed).toEqual({ value: shown });
        expect(parse(text(shown, spec, 'zh'), spec)).toEqual(parsed);
        expect(text(shown, spec, 'zh')).toBe(`${shown}%`);
      }),
    );
  });

  test('that is not there shows nothing', () => expect(text(null, spec, 'zh')).toBe(''));

  test('may go beyond 100 where its definition says so', () => {
    const wide = f.percent(['增幅', 'Growth'], 1).between(-100, 1000).spec;
    expect(parse('250.5%', wide)).toEqual({ value: '250.5' });
    expect(parse('1000.1', wide)).toHaveProperty('fault');
  });
});

describe('a moment at which something closes', () => {
  const { spec } = f.deadline(label);
  test.each([
    ['2026-11-28', '2026-11-28 23:59:59'],
    ['2026-11-28 17:00', '2026-11-28 17:00:00'],
    ['2026-11-28 00:00:00', '2026-11-28 00:00:00'],
  ])('%j is %j: a day alone ends with its last second', (given, value) => {
    expect(fieldTypeTable.time.parse(given, spec)).toEqual({ value });
  });
  test('other moments begin with their day', () => {
    expect(fieldTypeTable.time.parse('2026-11-28', f.time(label).spec)).toEqual({
      value: '2026-11-28 00:00:00',
    });
  });
});

test.each([
  ['0.06', '6%'],
  ['0.0900', '9%'],
  ['0.015', '1.5%'],
  ['1', '100%'],
  ['0.00', '0%'],
  ['', ''],
])('a share of one, %s, reads as %s', (value, text) => {
  const { spec } = f.decimal(['税率', 'Tax rate'], 4).inPercent();
  expect(fieldTypeTable.decimal.text(value, spec, 'en')).toBe(text);
});
