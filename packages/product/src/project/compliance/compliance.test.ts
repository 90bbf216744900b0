import { expect, test } from 'vitest';
import {
  type ComplianceStatement,
  expiredFault,
  mattersToState,
  pendingFault,
  statedFaults,
  statementWarnings,
} from './compliance.ts';

const line = (
  kind: ComplianceStatement['kind'],
  state: ComplianceStatement['state'],
  more = {},
): ComplianceStatement => ({
  kind,
  state,
  number: null,
  board: null,
  grantedOn: null,
  validUntil: null,
  ...more,
});

const call = { complianceAsked: null, complianceAt: '2' };
const row = { compliance: null, ethics: '0', subject: '52040' };

test('a call, a discipline or the declaration itself asks for statements', () => {
  expect(mattersToState(row, call)).toEqual([]);
  expect(mattersToState({ ...row, subject: '32011' }, call)).toEqual(['1']);
  expect(mattersToState({ ...row, ethics: '1' }, { complianceAsked: ['4', '1'] })).toEqual([
    '1',
    '4',
  ]);
});

test('what is asked is stated once, and does not contradict', () => {
  expect(statedFaults({ ...row, subject: '32011' }, call)?.[0]).toContain('请填写【科技伦理】');
  expect(statedFaults({ ...row, subject: '32011', compliance: [line('1', '0')] }, call)).toBeNull();
  expect(statedFaults({ ...row, ethics: '1', compliance: [line('1', '0')] }, call)?.[0]).toContain(
    '不能填“不涉及”',
  );
  expect(statedFaults({ ...row, compliance: [line('4', '0'), line('4', '1')] }, call)?.[0]).toBe(
    '【数据出境】重复填写',
  );
});

test('approvals are there when the call wants them, and last until the end', () => {
  const pending = { ...row, ethics: '1', compliance: [line('1', '1')] };
  expect(statedFaults(pending, call)).toBeNull();
  expect(statedFaults(pending, { ...call, complianceAt: '1' })?.[0]).toContain('办理中');
  expect(pendingFault(pending.compliance)?.[0]).toContain('【科技伦理】');
  const granted = [line('1', '3', { number: 'LL1', validUntil: '2027-06-30' })];
  expect(expiredFault(granted, '2027-06-30')).toBeNull();
  expect(expiredFault(granted, '2027-07-01')?.[0]).toContain('2027-06-30');
});

test('a project is warned of approvals that are missing, stopped, expired or about to expire', () => {
  const warned = (compliance: readonly ComplianceStatement[], subject: string | null = '52040') =>
    statementWarnings({ compliance, subject }, '2026-06-01').map(({ text }) => text[0]);
  expect(warned([])).toEqual([]);
  expect(warned([], '32011')).toEqual(['所属学科须说明【科技伦理】办理情况，尚未登记']);
  expect(warned([line('1', '0')], '32011')).toEqual([]);
  expect(warned([line('1', '1'), line('2', '4')])).toEqual([
    '【科技伦理】尚未取得批件（备案）',
    '【生物安全】批件已暂停或终止，恢复或重新取得批件前不得继续相关研究',
  ]);
  const until = (validUntil: string) => warned([line('1', '3', { validUntil })]);
  expect(until('2026-05-31')).toEqual(['【科技伦理】批件已于 2026-05-31 到期，请续期并登记']);
  expect(until('2026-07-31')).toEqual(['【科技伦理】批件将于 2026-07-31 到期，剩余 60 天']);
  expect(until('2026-08-01')).toEqual([]);
});
