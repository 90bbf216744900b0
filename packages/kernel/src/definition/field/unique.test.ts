import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RowLike } from '../../values/row.ts';
import { f } from './field.ts';
import { checkUnique, explainsDuplicate, uniqueKey } from './unique.ts';

const fields = {
  title: f.text(['题目', 'Title']).unique((text) => text.trim().toLowerCase(), 'year', 'prize'),
  code: f.text(['编号', 'Code']).unique(),
  year: f.year(['年度', 'Year']),
  prize: f.text(['奖项', 'Prize']),
};
const keyOf = (row: object): string | null => uniqueKey(fields.title.spec, 'title', row as RowLike);

describe('what no other record may have', () => {
  test('is the value by itself, or with the fields that count with it, normalised alike', () => {
    expect(uniqueKey(fields.code.spec, 'code', { code: ' A1 ' })).toBe('a1');
    expect(keyOf({ title: ' Ice ', year: 2026, prize: 'First' })).toBe('ice 2026 first');
    expect(uniqueKey(fields.year.spec, 'year', { year: 2026 })).toBeNull();
  });

  test('is nothing while one of them is empty', () => {
    for (const empty of [null, undefined, '', ' ']) {
      expect(keyOf({ title: 'Ice', year: 2026, prize: empty })).toBeNull();
    }
  });

  test('differs wherever one of the fields differs', () => {
    const row = fc.record({
      title: fc.constantFrom('a', 'B'),
      year: fc.integer({ min: 2000, max: 2002 }),
      prize: fc.constantFrom('x', 'y'),
    });
    fc.assert(
      fc.property(row, row, (one, other) => {
        const same =
          one.title === other.title && one.year === other.year && one.prize === other.prize;
        expect(keyOf(one) === keyOf(other)).toBe(same);
      }),
    );
  });

  test('names fields that there are', () => {
    expect(() => checkUnique({ key: 'x', fields })).not.toThrow();
    const { year: _, ...rest } = fields;
    expect(() => checkUnique({ key: 'x', fields: rest })).toThrow(/unique with year/);
  });
});

describe('how a record differs from another one', () => {
  const told = f.text(['题目', 'Title']).unique().unlessTold('differs');
  const differs = f.text(['区别', 'Difference']);

  test('is said once the field has a text', () => {
    expect(explainsDuplicate(told.spec, { differs: 'C++, not C#' })).toBe(true);
    for (const empty of [null, undefined, '', '  ']) {
      expect(explainsDuplicate(told.spec, { differs: empty })).toBe(false);
    }
    expect(explainsDuplicate(fields.code.spec, { differs: 'said' })).toBe(false);
  });

  test('is said in a field of the resource, of a value that is unique', () => {
    checkUnique({ key: 'thing', fields: { told, differs } });
    expect(() => checkUnique({ key: 'thing', fields: { told } })).toThrow('differs');
    const plain = f.text(['题目', 'Title']).unlessTold('differs');
    expect(() => checkUnique({ key: 'thing', fields: { plain, differs } })).toThrow('not unique');
  });
});
