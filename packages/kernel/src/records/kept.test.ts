import { describe, expect, test } from 'vitest';
import { f } from '../definition/field/field.ts';
import { fieldsKeptFrom } from './kept.ts';

const fields = {
  rank: f.text(['职称', 'Rank']).kept('file_edit'),
  phone: f.text(['手机', 'Mobile']),
};
const stored = { rank: '教授', phone: '13800000000' };
const nobody: ReadonlySet<string> = new Set();

describe('a kept field', () => {
  test('is filled in while it is empty', () => {
    expect(fieldsKeptFrom({ fields }, nobody, {})).toEqual([]);
    expect(fieldsKeptFrom({ fields }, nobody, { ...stored, rank: '' })).toEqual([]);
  });
  test('is changed by holders of its code alone', () => {
    expect(fieldsKeptFrom({ fields }, nobody, stored)).toEqual(['rank']);
    expect(fieldsKeptFrom({ fields }, new Set(['file_edit']), stored)).toEqual([]);
  });
});
