import { f } from '@keyan/kernel/definition/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { describe, expect, it } from 'vitest';
import { thingOf } from '../testing/thing.ts';
import { shownSections } from './sections.ts';

const thing = thingOf(
  {
    name: f.text(['名称', 'Name']),
    size: f.integer(['大小', 'Size']),
    note: f.note(['说明', 'Note']),
    secret: f.text(['密', 'Secret']).when(() => false),
  },
  {
    form: [
      { key: 'a', title: ['一', 'One'], fields: ['name', 'size', 'note', 'secret'] },
      { key: 'b', title: ['二', 'Two'], fields: ['secret'] },
    ],
  },
) as unknown as Resource;

const names = (
  row: Record<string, unknown>,
  options: Partial<Parameters<typeof shownSections>[2]>,
) =>
  shownSections(thing, row, { all: false, headed: false, ...options }).map((section) => [
    section.key,
    section.facts.map((field) => field.name),
    section.blocks.map((field) => field.name),
  ]);

describe('a record to be read', () => {
  it('shows what is filled, facts before blocks, no empty section', () => {
    expect(names({ name: 'a', note: 'x' }, {})).toEqual([['a', ['name'], ['note']]]);
  });
  it('shows empty fields on demand, but none that do not exist', () => {
    expect(names({ name: 'a' }, { all: true })).toEqual([['a', ['name', 'size'], ['note']]]);
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
