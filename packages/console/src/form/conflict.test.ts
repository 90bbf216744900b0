import { f } from '@keyan/kernel/definition/field/field.ts';
import { describe, expect, it } from 'vitest';
import { madeUpResource } from '../testing/thing.ts';
import { mergeConflict, mergedRow } from './conflict.ts';

const book = madeUpResource(
  {
    name: f.text(['名称', 'Name']),
    place: f.text(['位置', 'Place']),
    size: f.integer(['大小', 'Size']),
    sum: f.integer(['合计', 'Sum']).computed(),
  },
  { form: [{ key: 'a', title: ['一', 'One'], fields: ['name', 'place', 'size'] }] },
);
const resource = book as never;

const base = { name: 'a', place: 'p', size: 1, sum: 1 };

describe('two people changing one record', () => {
  it('dispute only what both changed differently', () => {
    const mine = { ...base, name: 'mine', size: 5 };
    const theirs = { ...base, name: 'theirs', place: 'q', size: 5, sum: 9 };
    expect(mergeConflict(resource, base, mine, theirs)).toEqual({
      taken: ['place'],
      disputes: [{ name: 'name', theirs: 'theirs', mine: 'mine' }],
    });
  });

  it('keep what was chosen and take over the rest', () => {
    const mine = { ...base, name: 'mine' };
    const theirs = { ...base, name: 'theirs', place: 'q' };
    expect(mergedRow(resource, base, mine, theirs, new Set(['name']))).toMatchObject({
      name: 'mine',
      place: 'q',
    });
    expect(mergedRow(resource, base, mine, theirs, new Set())).toMatchObject({
      name: 'theirs',
      place: 'q',
    });
  });
});
