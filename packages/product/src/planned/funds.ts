import { f } from '@keyan/kernel/definition/field.ts';
import type { Kind } from '@keyan/kernel/definition/process.ts';
import { program } from '../project/program.ts';
import { deptLeader, financeAtLast, onlyIf, rdFund, rdLeader } from '../shared/approval-steps.ts';
import { yesNo } from '../shared/dictionaries.ts';
import { billMode, expenseType, ticketType } from './fund-dictionaries.ts';
import { attachments, planned } from './planned.ts';

const programId = f.ref(['项目', 'Project'], program).required();

/** Expenses, invoices and arrived funds. */
export const plannedFunds: readonly Kind[] = [
  planned(
    2,
    'fundsExpenditure',
    ['经费支出', 'Expenditure'],
    {
      programId,
      expenseType: f.dict(['支出方式', 'Expense type'], expenseType).required(),
      expenseDate: f.date(['发生日期', 'Date']).required(),
      expenseAmount: f.money(['支出总额', 'Amount']).required().computed(),
      special: f.dict(['含外拨或设备科目', 'Transfers out or equipment'], yesNo).computed(),
      attachments: attachments('25*', '03', '99'),
    },
    [
      onlyIf(deptLeader, '${expenseAmount >= param.leaderAmount}'),
      onlyIf(rdFund, "${expenseAmount >= param.rdAmount || special == '1'}"),
      financeAtLast,
    ],
    {
      parameters: {
        leaderAmount: { key: 'expense.dept.amount', is: 'number', fallback: '50000' },
        rdAmount: { key: 'expense.rd.amount', is: 'number', fallback: '200000' },
      },
    },
  ),
  planned(
    23,
    'pjsq',
    ['票据申请(开票)', 'Invoice application'],
    {
      programId,
      billMode: f.dict(['开票方式', 'Billing mode'], billMode).required(),
      ticketType: f.dict(['票据类型', 'Ticket type'], ticketType).required(),
      billAmount: f.money(['开票金额(含税)', 'Amount']).required(),
      contractAmount: f.money(['合同额', 'Contract amount']),
      billedAmount: f.money(['已开票金额', 'Billed']),
      attachments: attachments('03', '27', '26', '25'),
    },
    [rdFund, financeAtLast],
  ),
  planned(
    24,
    'jfdzys',
    ['经费到账预算(入账办理)', 'Arrival budget'],
    {
      programId,
      divideAmount: f.money(['本次分配金额', 'Amount']).required().computed(),
      taxAmount: f.money(['税金', 'Tax']).required(),
      outFunds: f.money(['外拨金额', 'Transfer out']),
      equipFunds: f.money(['设备款', 'Equipment']),
      indirectFee: f.money(['间接费用(含绩效)', 'Indirect costs']).required(),
      performanceFee: f.money(['其中:绩效', 'Performance pay']),
      fundCardNum: f.text(['经费卡号', 'Card no.']).max(30),
      attachments: attachments('26*', '03', '99'),
    },
    [
      rdFund,
      onlyIf(rdLeader, '${divideAmount >= param.leaderAmount}'),
      {
        ...financeAtLast,
        editable: ['taxAmount', 'indirectFee', 'performanceFee', 'fundCardNum'],
      },
    ],
    {
      parameters: {
        leaderAmount: { key: 'arrive.leader.amount', is: 'number', fallback: '500000' },
      },
    },
  ),
];
