import { everyScope, inPeriod, withCode } from '@keyan/kernel/access/scope.ts';
import type { View } from '@keyan/kernel/definition/resource.ts';
import { readerActions } from '../shared/grants.ts';
import { contractAccess, watchGrants } from './access.ts';
import type { contractFields } from './contract-fields.ts';

/** Codes of contracts in performance: signed, under way, being changed. */
export const performedStatusCodes = ['2', '3', '5'] as const;

/** Codes of contracts whose project is in the project ledger. */
export const contractsInLedgerCodes = ['2', '3', '4', '5', '6'] as const;

/** List page of contracts that require action, besides the page for registration. */
const watchList = (
  key: string,
  label: View['label'],
  order: number,
  scope: View['scope'],
  columns: View<keyof typeof contractFields>['columns'],
): View<keyof typeof contractFields> => ({
  label,
  code: `h_${key}`,
  path: `/program/horizontal/${key}`,
  scope,
  icon: 'FileTextOutlined',
  menu: ['horizontal', order],
  grants: watchGrants,
  actions: ['view', 'export', 'history'],
  ...(columns && { columns }),
});

/**
 * List pages of contracts that require action: payments due, contracts ending soon, registrations,
 * similar contracts.
 */
export const contractLists = {
  due: watchList(
    'receivable',
    ['应收款', 'Receivable'],
    13,
    everyScope(
      contractAccess.read,
      withCode('contractStatus', ...performedStatusCodes),
      withCode('hasOpenPeriod', '1'),
      inPeriod('dueDate', null),
    ),
    [
      'programName',
      'partyName',
      'programLeader',
      'departmentId',
      'dueNo',
      'dueDate',
      'dueAmount',
      'contractAmount',
      'arrivedFunds',
      'receivable',
    ],
  ),
  ending: watchList(
    'ending',
    ['即将到期合同', 'Contracts ending soon'],
    14,
    everyScope(
      contractAccess.read,
      withCode('contractStatus', ...performedStatusCodes),
      inPeriod('endsSoonFrom', 'endDate'),
    ),
    [
      'programName',
      'partyName',
      'programLeader',
      'departmentId',
      'endDate',
      'contractAmount',
      'arrivedFunds',
      'receivable',
      'contractStatus',
    ],
  ),
  pending: watchList(
    'registration',
    ['认定登记与免税', 'Registrations'],
    15,
    everyScope(
      contractAccess.read,
      withCode('contractStatus', ...contractsInLedgerCodes),
      withCode('isTechRegister', '1'),
    ),
    [
      'programName',
      'partyName',
      'programLeader',
      'contractType',
      'isPending',
      'techRegNum',
      'taxFreeNum',
      'contractAmount',
      'taxFreeAmount',
      'freeLeft',
    ],
  ),
  alike: {
    ...watchList(
      'alike',
      ['疑似重复合同', 'Possible duplicates'],
      16,
      everyScope(contractAccess.read, withCode('isAlike', '1')),
      [
        'programName',
        'contractNum',
        'partyName',
        'programLeader',
        'departmentId',
        'contractAmount',
        'signDate',
        'contractStatus',
      ],
    ),
    grants: { rd_admin: readerActions, rd_fund: readerActions, rd_leader: readerActions },
  },
};
