import { expect, test } from 'vitest';
import {
  type CandidateProject,
  likelyFromPoints,
  likelyProjects,
  preselectedProject,
  scoreCandidate,
} from './suspects.ts';

const contract: CandidateProject = {
  id: '1',
  name: '变电站巡检机器人研制',
  number: 'H20260031',
  kind: 'horizontal',
  funds: '212000.00',
  arrived: '106000.00',
  leader: '林晓岚',
  namesakes: 1,
  payers: ['江陵电力设计院有限公司'],
  aliases: [],
  source: null,
  taught: [],
  account: '',
  confirmed: [],
  contractNumber: '',
  approvalNumber: '',
  dueNo: null,
  dueAmount: null,
  dueDate: null,
  laterAmount: null,
  dueInvoices: [],
};
const paid = {
  payer: '江陵电力设计院有限公司',
  account: '',
  memo: '技术服务合同尾款 H2026 0031',
  amount: '106000.00',
  type: '02',
  date: '2026-11-27',
};

test('R-303: the full name of the client, the number and the amount come to a hundred', () => {
  const { points, reasons } = scoreCandidate(paid, contract);
  expect(points).toBe(100);
  expect(reasons.map(([zh]) => zh)).toEqual([
    '附言含项目编号 H20260031',
    '来款单位=甲方全称',
    '金额=未到账余额',
  ]);
});

test('R-303: a short name and an amount are shown from thirty points on, suspected from sixty', () => {
  const found = likelyProjects({ ...paid, payer: '江陵电力设计院', memo: '' }, [contract]);
  expect(found.map(({ points }) => points)).toEqual([50]);
  const withLeader = { ...paid, payer: '江陵电力设计院', memo: '林晓岚' };
  expect(scoreCandidate(withLeader, contract).points).toBeGreaterThanOrEqual(likelyFromPoints);
  expect(
    likelyProjects({ ...paid, payer: '某人', memo: '课题款 林晓岚', amount: '5.00' }, [contract]),
  ).toEqual([]);
});

test('R-303: a name that two people have says less; money of another kind and a full account speak against', () => {
  const said = {
    payer: '某人',
    account: '',
    memo: '林晓岚',
    amount: '5.00',
    type: null,
    date: null,
  };
  expect(scoreCandidate(said, contract).points).toBe(20);
  expect(scoreCandidate(said, { ...contract, namesakes: 2 }).points).toBe(10);
  expect(scoreCandidate({ ...paid, type: '01' }, contract).points).toBe(100 - 0);
  expect(scoreCandidate({ ...paid, type: '01', memo: '' }, contract).points).toBe(40);
  expect(scoreCandidate({ ...paid, memo: '' }, { ...contract, arrived: '212000.00' }).points).toBe(
    0,
  );
});

test('R-303: the number of the contract, a period of its plan and a borrowed invoice say where money belongs', () => {
  const signed = { ...contract, contractNumber: 'HT202600012', dueNo: 1, dueAmount: '90000.00' };
  const said = { ...paid, memo: 'HT202600012 首期款', amount: '90000.00' };
  expect(scoreCandidate(said, signed).points).toBe(100);
  expect(
    scoreCandidate(
      { ...said, payer: '江陵设计院', memo: '' },
      { ...signed, aliases: ['江陵设计院'] },
    ),
  ).toEqual({
    id: '1',
    points: 60,
    reasons: [
      ['来款单位=甲方简称/曾用名', expect.any(String)],
      ['金额=第 1 期未到额', expect.any(String)],
    ],
  });
  const soon = { ...signed, dueDate: '2026-12-27' };
  expect(scoreCandidate({ ...said, payer: '某人', memo: '' }, soon).points).toBe(40);
  expect(
    scoreCandidate({ ...said, payer: '某人', memo: '', date: '2026-11-26' }, soon).points,
  ).toBe(30);
  const billed = { ...signed, dueInvoices: ['58000.00'] };
  expect(
    scoreCandidate({ ...said, payer: '某人', memo: '', amount: '58000.00' }, billed),
  ).toMatchObject({
    points: 35,
  });
});

test('R-303: whoever grants the money of a source is worth 25, with the number of the approval 85', () => {
  const approved = {
    ...contract,
    kind: 'vertical',
    source: '1003',
    payers: [],
    approvalNumber: '62273012',
    funds: '580000.00',
    arrived: '0.00',
  };
  const said = {
    ...paid,
    type: '01',
    payer: '国家自然科学基金委员会',
    memo: '62273012 直接费用',
    amount: '290000.00',
  };
  expect(scoreCandidate(said, approved)).toEqual({
    id: '1',
    points: 85,
    reasons: [
      ['附言含批准号 62273012', expect.any(String)],
      ['拨款机构=项目来源', expect.any(String)],
    ],
  });
  expect(scoreCandidate({ ...said, memo: '' }, approved).points).toBe(25);
  expect(scoreCandidate({ ...said, memo: '' }, { ...approved, source: '1004' }).points).toBe(0);
  const taught = { ...approved, source: '3004', taught: ['江陵市财政国库'] };
  expect(scoreCandidate({ ...said, payer: '江陵市财政国库', memo: '' }, taught).points).toBe(25);
});

test('R-303: a programme in brackets after the title is no word of it', () => {
  const clues = { ...paid, payer: '某人', memo: '2026AFB777 面上项目首批经费', amount: '5.00' };
  const points = (name: string) => scoreCandidate(clues, { ...contract, name }).points;
  expect(points('淡水螺类种群的功能多样性（省自然科学基金面上项目）')).toBe(0);
  expect(points('淡水螺类种群的功能多样性 (NSFC 面上项目)')).toBe(0);
  expect(points('面上项目首批经费的使用')).toBe(15);
});

test('R-303: the account of the client, or one whose money was granted before, is worth 15', () => {
  const known = {
    ...contract,
    account: '1813 0001 0920 0011',
    confirmed: ['42001862108053000123'],
  };
  const said = { ...paid, payer: '某人', memo: '', amount: '5.00' };
  expect(scoreCandidate({ ...said, account: '1813000109200011' }, known)).toMatchObject({
    points: 15,
    reasons: [['来款账号=该单位账号', expect.any(String)]],
  });
  expect(scoreCandidate({ ...said, account: '42001862108053000123' }, known)).toMatchObject({
    points: 15,
    reasons: [['来款账号以往确认过', expect.any(String)]],
  });
  expect(scoreCandidate({ ...said, account: '1813000109200012' }, known).points).toBe(0);
  expect(scoreCandidate({ ...said, account: '1813' }, { ...known, account: '1813' }).points).toBe(
    0,
  );
});

test('R-303: a name nearly like the client, two periods at once and the fee of a bank', () => {
  const said = { ...paid, memo: '', amount: '5.00' };
  expect(scoreCandidate({ ...said, payer: '江凌电力设计院有限公司' }, contract).points).toBe(20);
  expect(scoreCandidate({ ...said, payer: '江夏电力物资有限公司' }, contract).points).toBe(0);
  const planned = { ...contract, dueNo: 1, dueAmount: '90000.00', laterAmount: '30000.00' };
  const other = { ...said, payer: '某人' };
  expect(scoreCandidate({ ...other, amount: '120000.00' }, planned)).toMatchObject({
    points: 20,
    reasons: [['金额=第 1 期起两期之和', expect.any(String)]],
  });
  expect(scoreCandidate({ ...other, amount: '89980.00' }, planned)).toMatchObject({
    points: 10,
    reasons: [['比应收少 20.00 元（手续费）', expect.any(String)]],
  });
  expect(scoreCandidate({ ...other, amount: '89949.99' }, planned).points).toBe(0);
});

test('R-303: one that is certain and far ahead is chosen at once', () => {
  expect(preselectedProject([])).toBeNull();
  expect(preselectedProject([{ points: 89 }])).toBeNull();
  expect(preselectedProject([{ points: 100 }])).toEqual({ points: 100 });
  expect(preselectedProject([{ points: 95 }, { points: 66 }])).toBeNull();
  expect(preselectedProject([{ points: 60 }, { points: 90 }])).toEqual({ points: 90 });
});
