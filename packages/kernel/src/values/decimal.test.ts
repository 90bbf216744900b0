import fc from 'fast-check';
import { expect, test } from 'vitest';
import { everyone } from '../access/scope.ts';
import { f } from '../definition/field/field.ts';
import { fieldTypeTable } from '../definition/field/field-types.ts';
import { defineResource } from '../definition/resource.ts';
import { validate } from '../records/validate.ts';
import { boundUnits, decimalText, decimalUnits, readDecimal } from './decimal.ts';

const judged = (field: ReturnType<typeof f.money>, input: unknown) =>
  fieldTypeTable[field.spec.type].parse(input, field.spec);

test('a bound of money holds to the fen', () => {
  const amount = f.money(['到账金额', 'Amount']).between(0.01, 99.99);
  expect(judged(amount, '0')).toMatchObject({
    fault: ['【到账金额】应在 0.01 到 99.99 之间', expect.any(String)],
  });
  expect(judged(amount, '0.01')).toEqual({ value: '0.01' });
  expect(judged(amount, '99.99')).toEqual({ value: '99.99' });
  expect(judged(amount, '100')).toHaveProperty('fault');
});

test('a bound with more decimals than its field is a wrong definition', () => {
  expect(() => f.money(['金额', 'Amount']).between(0.001, 5)).toThrow('more than 2 decimals');
  expect(() => f.integer(['数量', 'Count']).between(0.5, 5)).toThrow('more than 0 decimals');
});

test('units and text are each other’s inverse, and compare as the amounts do', () => {
  const amount = fc.tuple(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), fc.nat({ max: 4 }));
  fc.assert(
    fc.property(amount, ([units, scale]) => {
      const read = readDecimal(decimalText(units, scale));
      expect(read && decimalUnits(read, scale)).toBe(units);
    }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 9 }), (fen) => {
      expect(boundUnits(fen / 100, 2)).toBe(BigInt(fen));
    }),
  );
});

const definition = (pattern: string) => () =>
  defineResource({
    key: 'arrival',
    label: ['到账', 'Arrival'],
    path: 'arrival',
    title: 'title',
    number: { field: 'title', pattern },
    fields: {
      title: f.text(['名称', 'Title']),
      shares: f.rows(['分配', 'Shares'], {
        place: f.integer(['序号', 'No.']).required().ordinal(),
        name: f.text(['姓名', 'Name']),
      }),
    },
    list: { columns: [], filters: [], sort: 'title' },
    form: [{ key: 'a', title: ['甲', 'A'], fields: ['title', 'shares'] }],
    access: { read: everyone(), write: everyone() },
  });

test('a number pattern with a placeholder that nothing fills stops the start', () => {
  expect(definition('DZ${yyyy}${MM}${dd}${seq4}')).not.toThrow();
  expect(definition('Z${yyyy}${deptCode}${seq4}')).toThrow('no value for ${deptCode}');
  expect(definition('Z${yyyy}${seq}')).toThrow('no value for ${seq}');
  expect(definition('Z${yyyy}')).toThrow('must contain exactly one sequence number');
  expect(definition('Z${seq2}${seq4}')).toThrow('must contain exactly one sequence number');
});

test('a line without a place gets its own; a place that was sent stays', () => {
  const resource = definition('DZ${seq4}')();
  const shares = [{ name: '甲' }, { name: '乙', place: '5' }, { name: '丙', place: null }];
  const { row, faults } = validate(resource, {}, { shares }, 'complete', { today: '2026-01-01' });
  expect(faults).toEqual([]);
  expect(row.shares).toMatchObject([{ place: 1 }, { place: 5 }, { place: 3 }]);
});
