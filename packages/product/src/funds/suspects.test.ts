import { expect, test } from 'vitest';
import { type Candidate, suspect, suspected, suspects } from './suspects.ts';

const contract: Candidate = {
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
  contractNumber: '',
  dueNo: null,
  dueAmount: null,
  dueDate: null,
  dueInvoices: [],
};
const paid = {
  payer: '江陵电力设计院有限公司',
  memo: '技术服务合同尾款 H2026 0031',
  amount: '106000.00',
  type: '02',
  date: '2026-11-27',
};

test('R-303: the full name of the client, the number and the amount come to a hundred', () => {
  const { points, reasons } = suspect(paid, contract);
  expect(points).toBe(100);
  expect(reasons.map(([zh]) => zh)).toEqual([
    '附言含项目编号 H20260031',
    '来款单位=甲方全称',
    '金额=未到账余额',
  ]);
});

test('R-303: a short name and an amount are shown from thirty points on, suspected from sixty', () => {
  const found = suspects({ ...paid, payer: '江陵电力设计院', memo: '' }, [contract]);
  expect(found.map(({ points }) => points)).toEqual([50]);
  const withLeader = { ...paid, payer: '江陵电力设计院', memo: '林晓岚' };
  expect(suspect(withLeader, contract).points).toBeGreaterThanOrEqual(suspected);
  expect(
    suspects({ ...paid, payer: '某人', memo: '课题款 林晓岚', amount: '5.00' }, [contract]),
  ).toEqual([]);
});

test('R-303: a name that two people have says less; money of another kind and a full account speak against', () => {
  const said = { payer: '某人', memo: '林晓岚', amount: '5.00', type: null, date: null };
  expect(suspect(said, contract).points).toBe(20);
  expect(suspect(said, { ...contract, namesakes: 2 }).points).toBe(10);
  expect(suspect({ ...paid, type: '01' }, contract).points).toBe(100 - 0);
  expect(suspect({ ...paid, type: '01', memo: '' }, contract).points).toBe(40);
  expect(suspect({ ...paid, memo: '' }, { ...contract, arrived: '212000.00' }).points).toBe(0);
});

test('R-303: the number of the contract, a period of its plan and a borrowed invoice say where money belongs', () => {
  const signed = { ...contract, contractNumber: 'HT202600012', dueNo: 1, dueAmount: '90000.00' };
  const said = { ...paid, memo: 'HT202600012 首期款', amount: '90000.00' };
  expect(suspect(said, signed).points).toBe(100);
  expect(
    suspect({ ...said, payer: '江陵设计院', memo: '' }, { ...signed, aliases: ['江陵设计院'] }),
  ).toEqual({
    id: '1',
    points: 60,
    reasons: [
      ['来款单位=甲方简称/曾用名', expect.any(String)],
      ['金额=第 1 期未到额', expect.any(String)],
    ],
  });
  const soon = { ...signed, dueDate: '2026-12-27' };
  expect(suspect({ ...said, payer: '某人', memo: '' }, soon).points).toBe(40);
  expect(suspect({ ...said, payer: '某人', memo: '', date: '2026-11-26' }, soon).points).toBe(30);
  const billed = { ...signed, dueInvoices: ['58000.00'] };
  expect(suspect({ ...said, payer: '某人', memo: '', amount: '58000.00' }, billed)).toMatchObject({
    points: 35,
  });
});
