import { f } from '@keyan/kernel/definition/field.ts';
import type { Kind } from '@keyan/kernel/definition/process.ts';
import { ticketType } from '../funds/dictionaries.ts';
import { program } from '../project/program.ts';
import { financeAtLast, rdFund } from '../shared/approval-steps.ts';
import { billMode } from './fund-dictionaries.ts';
import { attachments, planned } from './planned.ts';

const programId = f.ref(['项目', 'Project'], program).required();

/** Invoices. */
export const plannedFunds: readonly Kind[] = [
  planned(
    23,
    'pjsq',
    ['票据申请（开票）', 'Invoice application'],
    {
      programId,
      billMode: f.dict(['开票方式', 'Billing mode'], billMode).required(),
      ticketType: f.dict(['票据类型', 'Ticket type'], ticketType).required(),
      billAmount: f.money(['开票金额（含税）', 'Amount']).required(),
      contractAmount: f.money(['合同额', 'Contract amount']),
      billedAmount: f.money(['已开票金额', 'Billed']),
      attachments: attachments('03', '27', '26', '25'),
    },
    [rdFund, financeAtLast],
  ),
];
