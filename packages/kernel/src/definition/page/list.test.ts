import { expect, test } from 'vitest';
import { dictionary } from '../../values/dictionary.ts';
import { f } from '../field/field.ts';
import { countedStates } from './list.ts';

const state = dictionary(
  'state',
  ['状态', 'State'],
  [
    ['0', '草稿', 'Draft'],
    ['1', '待审', 'Asked for'],
    ['3', '已付', 'Paid'],
    ['5', '已退', 'Returned'],
    ['7', '作废', 'Void'],
  ],
);
const fields = { status: f.dict(state.label, state).computed() };
const given = { fields, processes: [], list: {} };

test('sums count what waits and what stands; nothing that is planned, refused, recalled or void', () => {
  expect(countedStates({ ...given, processes: ['request'] })).toEqual({
    field: 'auditStatus',
    codes: ['1', '2', '3'],
  });
  const phases = {
    draft: ['0'],
    inApproval: ['1'],
    approved: ['3'],
    returned: ['5'],
    refused: ['6'],
    recalled: ['8'],
    void: ['7'],
  } as const;
  expect(countedStates({ ...given, states: { field: 'status', phases } })).toEqual({
    field: 'status',
    codes: ['1', '3', '5'],
  });
});

test('a kind without approval says which of its states are no amount; without any every record counts', () => {
  const states = { field: 'status', initial: '0' };
  expect(countedStates({ ...given, states, list: { uncounted: ['0', '7'] } })).toEqual({
    field: 'status',
    codes: ['1', '3', '5'],
  });
  expect(countedStates({ ...given, states })).toBeNull();
  expect(countedStates(given)).toBeNull();
});
