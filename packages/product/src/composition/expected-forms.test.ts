import type { Fields } from '@keyan/kernel/definition/field/field.ts';
import { fieldTypeTable } from '@keyan/kernel/definition/field/field-types.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { describe, expect, test } from 'vitest';
import { resources } from '../index.ts';

/** Texts that the contract of the clients fixes. */
const fixed: ReadonlySet<string> = new Set(['手机号码格式不正确', '请输入正确的邮箱']);

const specsOf = (fields: Fields, path: string): readonly (readonly [string, Fields[string]])[] =>
  Object.entries(fields).flatMap(([name, field]) => [
    [`${path}.${name}`, field] as const,
    ...specsOf(field.spec.fields ?? {}, `${path}.${name}`),
  ]);

const every = resources.flatMap(({ key, fields }) => specsOf(fields, key));

describe('a refusal of a form says the form that is expected', () => {
  test('where a field has a format of its own', () => {
    const bare = every.flatMap(([path, { spec }]) => {
      const [zh = ''] = spec.format?.message ?? [];
      return /格式(?:不正确|有误|错误)$/.test(zh) && !fixed.has(zh) ? [`${path}: ${zh}`] : [];
    });
    expect(bare).toEqual([]);
  });

  test('where the kind of the field says it', () => {
    const wrong: RowLike = { rows: 'x', files: 'x', refs: 7 };
    for (const [path, { spec }] of every) {
      const { [spec.type]: input = { not: 'a value' } } = wrong;
      const parsed = fieldTypeTable[spec.type].parse(input, spec);
      const [zh = '', en = ''] = 'fault' in parsed ? parsed.fault : [];
      expect([path, zh, en]).toEqual([
        path,
        expect.stringMatching(/应|请输入/),
        expect.stringMatching(/expected|enter/i),
      ]);
    }
  });
});
