import { expect, test } from 'vitest';
import { supplementBelowSpentFault, supplementFault } from './contract-rules.ts';

test('R-208: a supplement leaves no less than what is invoiced, arrived or spent, to the fen', () => {
  const contract = { issuedFunds: '290000.00', arrivedFunds: '210000.00' };
  expect(supplementFault('280000.00', contract)?.[0]).toBe(
    '已开票（含在途）290,000.00 元，超过新合同额 280,000.00 元，请先红冲',
  );
  expect(supplementFault('290000.00', contract)).toBeNull();
  expect(supplementFault('209999.99', { ...contract, issuedFunds: '0.00' })?.[0]).toBe(
    '已到账 210,000.00 元，超过新合同额 209,999.99 元，请先退款',
  );
  const used = { held: '1000.00', spent: '99000.00' };
  expect(supplementBelowSpentFault('99999.99', used)?.[0]).toBe(
    '项目已支出与在途 100,000.00 元，超过新合同额 99,999.99 元',
  );
  expect(supplementBelowSpentFault('100000.00', used)).toBeNull();
  expect(supplementBelowSpentFault('0.01', undefined)).toBeNull();
});
