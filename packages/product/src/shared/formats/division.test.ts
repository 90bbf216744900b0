import { f } from '@keyan/kernel/definition/field/field.ts';
import { fieldTypeTable } from '@keyan/kernel/definition/field/field-types.ts';
import { entryPathOf, flattenEntries } from '@keyan/kernel/values/dictionary.ts';
import { describe, expect, test } from 'vitest';
import { supplyNationalDictionaries } from './national.server.ts';
import { adminDivision } from './national.ts';

supplyNationalDictionaries();
const { spec } = f.dict(['籍贯', 'Native place'], adminDivision);
const shown = (code: string) => fieldTypeTable.dict.text(code, spec, 'zh');
const entries = flattenEntries(adminDivision.entries);

describe('administrative divisions', () => {
  test.each([
    ['130000', '河北省'],
    ['130100', '河北省石家庄市'],
    ['130102', '河北省石家庄市长安区'],
    // Levels in between that name no place are left out.
    ['110101', '北京市东城区'],
    ['710000', '台湾省'],
    ['810000', '香港特别行政区'],
    ['999999', '999999'],
  ])('%s is shown as %s', (code, text) => expect(shown(code)).toBe(text));

  test('are told apart by what is shown, and lie in the division that their code begins with', () => {
    const places = entries.filter(({ heading }) => !heading);
    expect(places.length).toBeGreaterThan(3000);
    expect(new Set(places.map(({ code }) => shown(code))).size).toBe(places.length);
    for (const { code } of entries) {
      const [province, city] = entryPathOf(adminDivision, code);
      expect(code).toMatch(/^\d{6}$/);
      expect(province?.code).toBe(`${code.slice(0, 2)}0000`);
      if (city && city.code !== code) expect(city.code.slice(0, 2)).toBe(code.slice(0, 2));
    }
  });

  test('a heading is passed through and never chosen', () => {
    expect(fieldTypeTable.dict.parse('110100', spec)).toHaveProperty('fault');
    expect(fieldTypeTable.dict.parse('110101', spec)).toEqual({ value: '110101' });
    expect(fieldTypeTable.dict.parse('130000', spec)).toEqual({ value: '130000' });
  });
});
