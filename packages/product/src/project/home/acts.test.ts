import { expect, test } from 'vitest';
import { type ProjectStanding, projectActsOf } from './acts.ts';

const standing: ProjectStanding = {
  programKind: 'vertical',
  status: '20',
  endDate: '2027-12-31',
  delays: 0,
  frozenFunds: '0.00',
  balance: '1000.00',
  open: null,
  today: '2026-11-28',
  earlyMonths: 6,
  maxTimes: 2,
  maxMonths: 12,
  maxOverdue: 90,
  progress: {
    language: 'zh',
    report: null,
    outputs: [],
    start: '',
    elapsed: '',
    rate: '',
    expected: [],
  },
};

const said = (more: Partial<ProjectStanding>) =>
  Object.fromEntries(
    projectActsOf({ ...standing, ...more }).map(({ key, why }) => [key, why?.[0] ?? null]),
  );

test('what a leader may begin on a project under way, and from when it may be concluded (R-203)', () => {
  expect(said({})).toEqual({
    checkReport: null,
    programChange: null,
    processDelay: null,
    fundsExpenditure: null,
    transfer: null,
    fundingDivide: null,
    processConclusion: '2027-06-30 起可提',
    processOver: null,
    processSurplus: '结题或终止后可办理',
  });
  expect(said({ today: '2027-06-30' }).processConclusion).toBeNull();
});

test('R-202 and R-207 are told before a form is opened', () => {
  const busy = said({ open: ['项目延期', 'Extension'] });
  expect(busy.programChange).toBe('该项目存在审批中的【项目延期】');
  expect(busy.checkReport).toBeNull();
  expect(said({ delays: 2 }).processDelay).toBe('已延期 2 次，不能再延期');
  expect(said({ today: '2028-04-30', status: '22' }).processDelay).toBe(
    '逾期已超过 90 天，不能延期',
  );
});

test('held money keeps a project from its end, and what is left waits for it', () => {
  const held = said({ frozenFunds: '12000.00', today: '2027-10-01' });
  expect(held.processConclusion).toBe('有在途支出 12,000.00 元');
  expect(held.processOver).toBe('有在途支出 12,000.00 元');
  expect(said({ status: '40' })).toMatchObject({
    processSurplus: null,
    programChange: '项目不在研',
  });
  expect(said({ status: '40', balance: '0.00' }).processSurplus).toBe('没有结余');
});

test('contracts report to their client, and an account of a surplus begins nothing', () => {
  expect(said({ programKind: 'horizontal' })).not.toHaveProperty('checkReport');
  expect(projectActsOf({ ...standing, programKind: 'surplus' })).toEqual([]);
});

test('money is claimed until a project has ended, and a transfer opens as one', () => {
  expect(said({ status: '22' }).fundingDivide).toBeNull();
  expect(said({ status: '10' }).fundingDivide).toBe('项目尚未立项');
  expect(said({ status: '40' }).fundingDivide).toBe('项目已结题');
  expect(said({ status: '60' }).fundingDivide).toBe('项目已终止');
  const transfer = projectActsOf(standing).find(({ key }) => key === 'transfer');
  expect(transfer?.filled).toEqual({ expenseType: '05', items: [{ itemCode: '104' }] });
});

test('a project that spends nothing says why by its state', () => {
  const reasons = ['10', '50', '60', '61', '90'].map((status) => said({ status }).fundsExpenditure);
  expect(reasons).toEqual(['项目尚未立项', '项目终止中', '项目已终止', '项目已撤项', '项目已暂停']);
});
