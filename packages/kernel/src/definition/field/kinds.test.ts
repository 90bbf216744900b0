import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { everyone } from '../../access/scope.ts';
import { dictionary } from '../../values/dictionary.ts';
import { defineResource } from '../resource.ts';
import { type Field, type FieldKind, f, face } from './field.ts';
import { kinds } from './kinds.ts';

const codes = dictionary('codes', ['码', 'Codes'], [['1', '一', 'One']]);
const other = face('other', ['他', 'Other']);
const label = ['字段', 'Field'] as const;

/** A field of each kind. */
const made: Readonly<Record<FieldKind, () => Field<unknown>>> = {
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

const every = Object.keys(made) as readonly FieldKind[];
const numbers: readonly FieldKind[] = ['integer', 'decimal', 'money', 'percent'];

type Method = Exclude<keyof Field<unknown>, 'spec' | 'value' | 'balance' | 'beginsAs'>;

/** How each method is called, and the kinds that have it. */
const methods: Readonly<
  Record<Method, readonly [(field: Field<unknown>) => Field<unknown>, readonly FieldKind[]]>
> = {
  required: [(field) => field.required(), every],
  requiredInDraft: [(field) => field.requiredInDraft(), every],
  computed: [(field) => field.computed(), every],
  byApprover: [(field) => field.byApprover(), every],
  max: [(field) => field.max(3), ['text', 'note', 'rich', 'rows', 'refs']],
  between: [(field) => field.between(1, 2), [...numbers, 'year']],
  format: [(field) => field.format({ test: () => true, message: label }), ['text', 'note']],
  personName: [(field) => field.personName(), ['text']],
  unit: [(field) => field.unit(label), numbers],
  help: [(field) => field.help(label), every],
  unique: [(field) => field.unique(), ['text', 'integer', 'year', 'date', 'dict', 'ref']],
  unlessTold: [
    (field) => field.unique().unlessTold('name'),
    ['text', 'integer', 'year', 'date', 'dict', 'ref'],
  ],
  caseless: [(field) => field.caseless(), ['text']],
  searchable: [(field) => field.searchable(), ['text', 'note', 'rich']],
  initial: [(field) => field.initial('1' as never), every],
  branches: [(field) => field.branches(), ['dict']],
  below: [(field) => field.below('name'), ['dict', 'dicts']],
  ordinal: [(field) => field.ordinal(), []],
  when: [(field) => field.when(() => true), every],
  among: [(field) => field.among(everyone()), ['ref', 'refs']],
  listed: [(field) => field.listed(label), ['ref']],
  alsoNamed: [(field) => field.alsoNamed('word'), every],
  headed: [(field) => field.headed(label), every],
  secret: [(field) => field.secret('code'), every],
  openTo: [(field) => field.openTo(everyone()), every],
  masked: [(field) => field.masked('code'), ['text']],
  credential: [(field) => field.credential({ as: 'digest' } as never), ['text']],
  kept: [(field) => field.kept('code'), every],
  specimen: [(field) => field.specimen(() => null), every],
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

const cases = Object.entries(methods).flatMap(([method, [call, having]]) =>
  every.map((kind) => [method, kind, having.includes(kind), call] as const),
);

describe('a declaration', () => {
  it.each(cases)('%s of %s loads: %s', (_method, kind, loads, call) => {
    const define = () => resourceOf({ mark: call(made[kind]()) });
    if (loads) expect(define).not.toThrow();
    else expect(define).toThrow(/^thing: mark (is of the kind|has a place in lines)/);
  });

  it.each([
    [
      'rows within rows',
      f.rows(label, { inner: f.rows(label, {}) }),
      'rows.inner is rows within rows',
    ],
    ['files within rows', f.rows(label, { inner: f.files(label, []) }), 'is files within rows'],
    ['a unique line', f.rows(label, { inner: f.text(label).unique() }), 'has no unique'],
    [
      'a date of lines among others',
      f.rows(label, { inner: f.date(label).among(everyone()) }),
      'has no among',
    ],
    ['bounds without a value', f.integer(label).between(3, 2), 'has no value in bounds'],
  ] as const)('of %s is refused', (_what, field, message) => {
    expect(() => resourceOf({ rows: field as Field<unknown> })).toThrow(message);
  });
});

describe('a share of 100', () => {
  const { spec } = f.percent(['比例', 'Share']);
  const { parse, text } = kinds.percent;

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
    expect(kinds.time.parse(given, spec)).toEqual({ value });
  });
  test('other moments begin with their day', () => {
    expect(kinds.time.parse('2026-11-28', f.time(label).spec)).toEqual({
      value: '2026-11-28 00:00:00',
    });
  });
});
