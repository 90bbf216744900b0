import { f } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { expect, test } from 'vitest';
import { madeUpResource } from '../testing/thing.ts';
import { usableFilters } from './usableFilters.ts';

const searched = f.text(['名称', 'Name']).searchable();

const filtersOf = (name: typeof searched): readonly string[] =>
  usableFilters(
    madeUpResource(
      { name, note: f.text(['备注', 'Note']), year: f.year(['年份', 'Year']) },
      { list: { columns: ['name'], filters: ['name', 'note', 'year'], sort: '-name' } },
    ) as unknown as Resource,
  );

test('what the search box names is the last filter, anything else keeps its place', () => {
  expect(filtersOf(searched)).toEqual(['note', 'year', 'name']);
  expect(filtersOf(f.text(['名称', 'Name']))).toEqual(['name', 'note', 'year']);
});
