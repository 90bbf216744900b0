import { f } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { expect, test } from 'vitest';
import { samples } from '../testing/sample.ts';
import { kindRankOf } from './rank.ts';

const people = {
  ...samples,
  title: 'name',
  fields: { name: f.text(['姓名', 'Name']).personName().searchable() },
} as unknown as Resource;
const scores = {
  ...samples,
  title: 'name',
  fields: { name: f.text(['姓名', 'Name']).searchable() },
} as unknown as Resource;
const found = (name: string) => ({ id: '1', status: null, texts: { name } });

test('a name that was typed finds the person first, then what is about them, then what names them', () => {
  expect(kindRankOf(people, found('林晓岚'), ' 林晓岚')).toBe(0);
  expect(kindRankOf(scores, found('林晓岚'), '林晓岚')).toBe(1);
  expect(kindRankOf(people, found('林晓岚的论文'), '林晓岚')).toBe(2);
});
