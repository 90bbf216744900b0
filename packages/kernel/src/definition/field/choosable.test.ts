import { expect, test } from 'vitest';
import { anyScope, everyScope, own, withCode } from '../../access/scope.ts';
import { dictionary } from '../../values/dictionary.ts';
import { referenceLimitLabel } from './choosable.ts';
import { f, face } from './field.ts';

const state = dictionary(
  'state',
  ['状态', 'State'],
  [
    ['1', '在研', 'Under way'],
    ['2', '逾期', 'Overdue'],
  ],
);
const project = face('project', ['项目', 'Project'], {
  state: f.dict(['项目状态', 'Status'], state),
  owner: f.text(['负责人', 'Leader']),
});
const chosen = () => f.ref(['项目', 'Project'], project);

test('a picker says which states it offers', () => {
  const limited = chosen().among(everyScope(own('owner'), withCode('state', '1', '2')));
  expect(referenceLimitLabel(limited.spec)).toEqual([
    '仅列出项目状态为在研、逾期的记录',
    'Only records with Status: Under way, Overdue',
  ]);
});

test('words of the definition come first', () => {
  const limited = chosen().among(withCode('state', '1'), ['不在申报时间范围内', 'Not open now']);
  expect(referenceLimitLabel(limited.spec)).toEqual(['不在申报时间范围内', 'Not open now']);
});

test('a picker without a limit, with alternatives or with nameless codes says nothing', () => {
  for (const spec of [
    chosen().spec,
    chosen().among(anyScope(own('owner'), withCode('state', '1'))).spec,
    chosen().among(withCode('owner', 'x')).spec,
    chosen().among(withCode('state', '7')).spec,
  ]) {
    expect(referenceLimitLabel(spec)).toBeNull();
  }
});
