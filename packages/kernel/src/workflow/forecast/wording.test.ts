import { describe, expect, test } from 'vitest';
import type { Label } from '../../label.ts';
import type { Variable } from '../expression.ts';
import { parseExpression } from '../parse.ts';
import { decidingParts } from './grounds.ts';
import { conditionPartLabel, type FactNaming } from './wording.ts';

const labels: Readonly<Record<string, Label>> = {
  amount: ['金额', 'Amount'],
  level: ['级别', 'Level'],
  shared: ['合作', 'Shared'],
  note: ['备注', 'Note'],
  authors: ['作者', 'Authors'],
};

const naming: FactNaming = {
  labelOf: (name) => labels[name],
  codeOf: (name, code) => (name === 'level' && code === '1' ? ['国家级', 'National'] : undefined),
  frozenOf: (group, name) => (group === 'param' && name === 'limit' ? '50000.00' : undefined),
};

const record: Readonly<Record<string, Variable>> = {
  amount: '60000.00',
  level: '1',
  shared: false,
  note: null,
  authors: ['1', '2', '3'],
  param: { limit: '50000.00' },
  secret: true,
};

const why = (text: string, values = record): readonly (readonly string[])[] =>
  decidingParts(parseExpression(text), new Map(Object.entries(values))).flatMap((ground) => {
    const words = conditionPartLabel(ground, naming);
    return words ? [words] : [];
  });

describe('why a condition has its value, in words', () => {
  test.each([
    ['${amount >= 50000}', [['【金额】≥50,000', '“Amount”≥50,000']]],
    ['${amount < 50000.50}', [['【金额】≥50,000.5', '“Amount”≥50,000.5']]],
    ['${amount >= param.limit}', [['【金额】≥50,000', '“Amount”≥50,000']]],
    ["${level == '1'}", [['【级别】为“国家级”', '“Level” is “National”']]],
    ["${level != '1'}", [['【级别】为“国家级”', '“Level” is “National”']]],
    ['${!shared}', [['【合作】为“否”', '“Shared” is “no”']]],
    ['${empty note}', [['【备注】为空', '“Note” is empty']]],
    ['${size(authors) > 2}', [['【作者】的数量>2', 'the number of “Authors”>2']]],
    ["${contains(authors, '9')}", [['【作者】不包含“9”', '“Authors” does not contain “9”']]],
    ['${amount * 2 > 100000}', [['【金额】 × 2>100,000', '“Amount” × 2>100,000']]],
  ])('%s', (text, words) => {
    expect(why(text)).toEqual(words);
  });

  test('only the parts that decided it', () => {
    expect(why("${level == '2' || amount > 1}")).toEqual([['【金额】>1', '“Amount”>1']]);
    expect(why("${level == '1' && amount > 1}")).toHaveLength(2);
    expect(why("${level == '1' && shared}")).toEqual([['【合作】为“否”', '“Shared” is “no”']]);
    expect(why("${shared ? amount > 1 : level == '1'}")).toEqual([
      ['【合作】为“否”', '“Shared” is “no”'],
      ['【级别】为“国家级”', '“Level” is “National”'],
    ]);
  });

  test('that a value is there goes without saying where it is compared as well', () => {
    expect(why('${!empty amount && amount > 1}')).toEqual([['【金额】>1', '“Amount”>1']]);
    expect(why('${!empty amount}')).toEqual([['【金额】已填写', '“Amount” is filled in']]);
  });

  test('nothing is said of a fact that has no words', () => {
    expect(why('${secret}')).toEqual([]);
  });
});
