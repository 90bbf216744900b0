import { f } from '@keyan/kernel/definition/field/field.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { followsWindow } from '../table/paging.ts';
import { madeUpResource } from '../testing/thing.ts';
import {
  filterQuery,
  initialListState,
  isFiltered,
  type ListState,
  listQuery,
  readState,
  withoutConditions,
  withQueryChange,
  writeState,
} from './state.ts';

const thing = madeUpResource(
  { name: f.text(['名称', 'Name']), made: f.date(['日期', 'Made']) },
  {
    list: {
      columns: ['name'],
      filters: ['made'],
      sort: '-made',
      displays: { calendar: ['made'] },
    },
  },
);

const read = (text: string) => readState(thing, Object.fromEntries(new URLSearchParams(text)));

const states = fc.record<ListState>({
  search: fc.string(),
  status: fc.constantFrom('', '0', '1', '2'),
  done: fc.boolean(),
  stay: fc.constantFrom('', '3', '14'),
  again: fc.constantFrom('', '0', '1'),
  batch: fc.constantFrom('', '1234567890123456789'),
  filters: fc.dictionary(
    fc.constantFrom('name', 'made_dategt', 'made_datelt'),
    fc.string({ minLength: 1 }),
  ),
  display: fc.constantFrom('', 'calendar'),
  sort: fc.option(fc.record({ field: fc.constantFrom('name', 'made'), descending: fc.boolean() })),
  page: fc.integer({ min: 1, max: 9999 }),
  size: fc.constantFrom(followsWindow, 10, 17, 30, 200),
  saved: fc.constantFrom('', '0', '1234567890123456789'),
});

describe('the address of a list', () => {
  it('gives back every list', () => {
    fc.assert(
      fc.property(states, (state) => {
        expect(read(writeState(state))).toEqual(state);
      }),
    );
  });

  it('drops what the resource does not know', () => {
    expect(read('colour=red&status=x&size=7&page=-1&sort=colour')).toEqual(initialListState);
  });

  it('says nothing of an untouched list', () => {
    expect(writeState(initialListState)).toBe('');
  });
});

describe('a question', () => {
  it('begins at page 1 when anything but the page changes', () => {
    const third = { ...initialListState, page: 3 };
    expect(withQueryChange(third, { filters: { made_dategt: '2026-01-01' } }).page).toBe(1);
    expect(withQueryChange(third, { sort: { field: 'made', descending: true } }).page).toBe(1);
    expect(withQueryChange(third, { page: 4 }).page).toBe(4);
  });

  it('drops empty conditions', () => {
    const some = withQueryChange(initialListState, { filters: { name: 'a', made_dategt: 'b' } });
    expect(withQueryChange(some, { filters: { name: '' } }).filters).toEqual({ made_dategt: 'b' });
    expect(isFiltered(some)).toBe(true);
    expect(isFiltered(withoutConditions(some))).toBe(false);
  });

  it('speaks the dialect of the calls', () => {
    const state: ListState = {
      ...initialListState,
      search: '湿地',
      status: '1',
      filters: { made_datelt: '2026-11-21' },
      sort: { field: 'made', descending: true },
    };
    expect(listQuery('register', state)).toEqual({
      view: 'register',
      search: '湿地',
      auditStatus: '1',
      made_datelt: '2026-11-21',
      descs: 'made',
      current: '1',
    });
    expect(filterQuery('register', initialListState)).toEqual({ view: 'register' });
  });
});
