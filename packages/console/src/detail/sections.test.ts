import { f } from '@keyan/kernel/definition/field/field.ts';
import { group } from '@keyan/kernel/definition/field/group.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { describe, expect, it } from 'vitest';
import { shownSections } from '../form/progress.ts';
import { madeUpResource } from '../testing/thing.ts';
import { detailSections } from './sections.ts';

const thing = madeUpResource(
  {
    name: f.text(['名称', 'Name']),
    size: f.integer(['大小', 'Size']),
    note: f.note(['说明', 'Note']),
    secret: f.text(['密', 'Secret']).when(() => false),
    weight: f.integer(['重量', 'Weight']).computed(),
    age: f.integer(['年限', 'Age']).computed(),
    ...group(['尺寸', 'Measures'], {
      width: f.integer(['宽', 'width']),
      height: f.integer(['高', 'height']),
    }),
  },
  {
    form: [
      {
        key: 'a',
        title: ['一', 'One'],
        fields: ['name', 'size', 'note', 'secret'],
        shown: ['weight'],
      },
      { key: 'c', title: ['三', 'Three'], fields: [], shown: ['age'] },
      { key: 'b', title: ['二', 'Two'], fields: ['secret', 'width', 'height'] },
    ],
  },
) as unknown as Resource;

const names = (
  row: Record<string, unknown>,
  options: Partial<Parameters<typeof detailSections>[2]>,
) =>
  detailSections(thing, row, { all: false, headed: false, ...options }).map((section) => [
    section.key,
    section.facts.map((field) => field.name),
    section.blocks.map((field) => field.name),
  ]);

describe('a record to be read', () => {
  it('shows what is filled, facts before blocks, no empty section', () => {
    expect(names({ name: 'a', note: 'x' }, {})).toEqual([['a', ['name'], ['note']]]);
  });
  it('shows empty fields on demand, but none that do not exist', () => {
    expect(names({ name: 'a' }, { all: true })).toEqual([
      ['a', ['name', 'size', 'weight'], ['note']],
      ['c', ['age'], []],
      ['b', [], []],
    ]);
  });
  it('shows what is computed beside what was entered, in sections of its own too', () => {
    expect(names({ name: 'a', weight: 3, age: 2 }, {})).toEqual([
      ['a', ['name', 'weight'], []],
      ['c', ['age'], []],
    ]);
    expect(shownSections(thing, { name: 'a', age: 2 }).map(({ key }) => key)).toEqual(['a', 'b']);
  });
  it('shows the parts of one thing under its label', () => {
    const [section] = detailSections(thing, { height: 3 }, { all: false, headed: false });
    expect(section?.facts).toEqual([]);
    expect(section?.wholes.map(({ of, parts }) => [of[1], parts.map(({ name }) => name)])).toEqual([
      ['Measures', ['height']],
    ]);
    // Where a part stands alone its name says of what.
    expect(section?.wholes[0]?.parts[0]?.spec.label).toEqual(['尺寸·高', 'Measures: height']);
  });
  it('leaves the title to the head of the page', () => {
    expect(names({ name: 'a', size: 1 }, { headed: true })).toEqual([['a', ['size'], []]]);
  });
  it('shows what may be changed although it is empty, and only changes on demand', () => {
    expect(names({ name: 'a' }, { editable: ['size'] })).toEqual([['a', ['name', 'size'], []]]);
    expect(names({ name: 'a', size: 1 }, { only: new Set(['size']) })).toEqual([
      ['a', ['size'], []],
    ]);
  });
});
