import { expect, test } from 'vitest';
import { departmentQuotaOf } from './declare-ledgers.ts';

const quotas = [
  { deptId: '21', quota: 3 },
  { deptId: '22', quota: null },
];

test.each([
  ['no mode', null, '21', null],
  ['none', '0', '21', null],
  ['one for all', '1', '22', 5],
  ['one for each', '2', '21', 3],
  ['one for each, of a department that has none', '2', '22', 0],
  ['one for each, of a department that is not listed', '2', '23', 0],
])('the quota of a department: %s', (_name, deptQuotaMode, department, quota) => {
  expect(departmentQuotaOf({ deptQuotaMode, deptQuota: 5, quotas }, department)).toBe(quota);
});
