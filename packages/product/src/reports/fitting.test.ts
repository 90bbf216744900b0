import { expect, test } from 'vitest';
import { fittingFields } from './ReportEditors.web.tsx';

const field = (name: string, by?: readonly string[]) => ({ name, label: name, ...(by && { by }) });
const source = {
  groups: [field('year'), field('college'), field('rank')],
  sums: [field('output.count', ['year', 'college']), field('person.active', ['college', 'rank'])],
  columns: [],
};
const named = (part: 'groups' | 'sums', groups: readonly string[], sums: readonly string[]) =>
  fittingFields(source, part, { groups, sums }).map(({ name }) => name);

test('only groups that every chosen figure knows are offered, and only figures of the chosen groups', () => {
  expect(named('groups', [], ['output.count', 'person.active'])).toEqual(['college']);
  expect(named('groups', [], [])).toEqual(['year', 'college', 'rank']);
  expect(named('sums', ['year'], [])).toEqual(['output.count']);
});

test('fields of a page of records go with all of its groups', () => {
  const page = { groups: [field('fkDeptId')], sums: [field('funds')], columns: [field('name')] };
  expect(fittingFields(page, 'groups', { groups: [], sums: ['funds'] })).toEqual(page.groups);
  expect(fittingFields(page, 'sums', { groups: ['fkDeptId'], sums: [] })).toEqual(page.sums);
});
