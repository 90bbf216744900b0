import { permission, withCode } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { after, before } from '@keyan/kernel/definition/life/due.ts';
import { parameterFact, recordNamedBy, recordsNaming } from '@keyan/kernel/definition/life/fact.ts';
import { defineProcess } from '@keyan/kernel/definition/life/process.ts';
import { onTheDay } from '@keyan/kernel/definition/life/writer.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { atMost, isZero, minus, plus, sum } from '@keyan/kernel/values/amounts.ts';
import { addMonths } from '@keyan/kernel/values/time.ts';
import { partnerFace } from '../contracts/partner.ts';
import { ticketTypeCodes } from '../contracts/taxes.ts';
import { fundsAccess, fundsFilingActions, fundsFilingGrants } from '../funds/access.ts';
import { arrivals } from '../funds/ledgers.ts';
import { billFace, billModeCodes, billsLedger, isBorrowed } from '../project/contracts/bill.ts';
import { contract } from '../project/contracts/contract.ts';
import { contracts } from '../project/contracts/contract-ledger.ts';
import { amountInMessage } from '../project/contracts/contract-rules.ts';
import { finalFinanceStep, rdFund } from '../shared/approval-steps.ts';
import { attachmentCategories } from '../shared/attachments.ts';
import {
  billMaxDays,
  billOverContractParam,
  taxPayerType,
  taxRate,
  taxSurtax,
} from '../system/parameters/limits.ts';
import { invoiceFields, redLetterFields } from './invoice-fields.ts';
import { invoiceForm, invoiceList } from './invoice-layout.ts';
import {
  amountAfterRedLetters,
  borrowingTermFault,
  buyerOfSpecial,
  buyerTaxNumber,
  contractFault,
  overdueFault,
  taxExemptContract,
  taxesOfInvoice,
  taxFreeFault,
  taxFreeQuotaUse,
} from './invoice-rules.ts';

/** Days before the due date of a borrowed invoice on which its leader is reminded. */
const reminderDays = 15;

/** Codes of `billStatus`. */
const codes = { inApproval: '1', granted: '2', issued: '3', overdue: '8', red: '9' } as const;

const issuing = permission('bill_issue');

/** 票据申请: application for an invoice to a client, before or after payment. */
export const invoice = defineResource({
  key: 'billapplyinfo',
  label: billFace.label,
  words: { plural: ['票据', 'Invoices'], add: ['申请开票', 'Apply for an invoice'] },
  path: 'kh-edu-research/billapplyinfo',
  title: 'pjNumber',
  number: { field: 'pjNumber', pattern: 'PJ${yyyy}${seq5}', at: 'add', rule: 'bill' },
  fields: invoiceFields,
  states: {
    field: 'status',
    phases: {
      draft: ['0'],
      inApproval: ['1'],
      approved: ['2', '3', '8', '9'],
      returned: ['4'],
      refused: ['5'],
      recalled: ['6'],
      void: ['7'],
    },
    // Colours of statuses: granted counts as in progress, overdue as alarm, red letter as void.
    looks: { [codes.granted]: 'inApproval', [codes.overdue]: 'alarm', [codes.red]: 'void' },
  },
  actions: {
    issue: {
      label: ['开票', 'Issue'],
      from: [codes.granted],
      to: codes.issued,
      by: issuing,
      call: 'spUpdate',
      form: {
        invoiceCode: f.text(['发票代码', 'Invoice code']).max(20),
        invoiceNumber: f.text(['发票号码', 'Invoice no.']).required().max(30),
        invoiceDate: f.date(['开票日期', 'Issued on']).required().initial(onTheDay),
        attachments: f.files(['电子票据', 'E-invoice'], attachmentCategories('25')),
      },
      faults: (_row, { invoiceDate }, { today }) =>
        invoiceDate && invoiceDate > today
          ? [
              {
                path: 'invoiceDate',
                message: ['开票日期不能晚于今天', 'The issue date must not be later than today'],
              },
            ]
          : [],
      tells: [
        {
          type: '08',
          title: ['票据已开具', 'An invoice has been issued'],
          content: [
            '{buyer}的票据 {amount} 元已开具，发票号码 {number}',
            'The invoice of {amount} yuan for {buyer} has been issued, no. {number}',
          ],
          words: ({ buyerName, billAmount, invoiceNumber }) => ({
            buyer: buyerName ?? '',
            amount: amountInMessage(billAmount),
            number: invoiceNumber ?? '',
          }),
          to: [{ ids: ({ programLeader, createUser }) => [programLeader, createUser] }],
        },
      ],
      done: ['已开票', 'Issued'],
    },
    remind: {
      label: ['到款提醒', 'Payment reminder'],
      from: [codes.issued],
      by: before('expectArriveDate', reminderDays),
      guard: {
        fields: ['dueFunds', 'billMode'],
        check: (row) =>
          isBorrowed(row) && !isZero(row.dueFunds) ? null : ['款已到账', 'It has been paid'],
      },
      tells: [
        {
          type: '08',
          title: ['预借票据即将到期', 'Payment of an advance invoice is due soon'],
          content: [
            '票据 {number}（{buyer}，未到款 {amount} 元）应于 {date} 前到款',
            'Invoice {number} ({buyer}, {amount} yuan outstanding) is due for payment by {date}',
          ],
          words: ({ pjNumber, buyerName, dueFunds, expectArriveDate }) => ({
            number: pjNumber ?? '',
            buyer: buyerName ?? '',
            amount: amountInMessage(dueFunds),
            date: expectArriveDate ?? '',
          }),
          to: [{ ids: ({ programLeader, createUser }) => [programLeader, createUser] }],
        },
      ],
    },
    expire: {
      label: ['逾期未到款', 'Payment overdue'],
      from: [codes.issued],
      to: codes.overdue,
      by: after('expectArriveDate'),
      guard: {
        fields: ['dueFunds', 'billMode'],
        check: (row) =>
          isBorrowed(row) && !isZero(row.dueFunds) ? null : ['款已到账', 'It has been paid'],
      },
      tells: [
        {
          type: '08',
          title: ['预借票据逾期未到款', 'Payment of an advance invoice is overdue'],
          content: [
            '票据 {number}（{buyer}）应于 {date} 到款，尚有 {amount} 元未到，款到前不能再预借',
            'Invoice {number} ({buyer}) was due on {date}; {amount} yuan are outstanding. No further advance invoice is issued until it is paid',
          ],
          words: ({ pjNumber, buyerName, dueFunds, expectArriveDate }) => ({
            number: pjNumber ?? '',
            buyer: buyerName ?? '',
            amount: amountInMessage(dueFunds),
            date: expectArriveDate ?? '',
          }),
          to: [
            { ids: ({ programLeader, createUser }) => [programLeader, createUser] },
            { role: 'dept_secretary', within: 'departmentId' },
            { role: 'rd_fund' },
            { role: 'finance' },
          ],
        },
      ],
    },
    // Recomputed when funds arrive for the invoice.
    settle: {
      label: ['到款核销', 'Settle payment'],
      from: [codes.issued, codes.overdue],
      by: 'posting',
      to: ({ dueFunds, validFunds, status }) => {
        if (isZero(validFunds)) return codes.red;
        return isZero(dueFunds) ? codes.issued : (status ?? codes.issued);
      },
      set: ({ dueFunds, settledOn }, _input, { today }) => ({
        settledOn: isZero(dueFunds) ? (settledOn ?? today) : null,
      }),
    },
    red: {
      label: ['红冲', 'Credit note'],
      from: [codes.issued, codes.overdue],
      to: (row) => (isZero(amountAfterRedLetters(row)) ? codes.red : (row.status ?? codes.issued)),
      by: issuing,
      form: redLetterFields,
      faults: (row, input) => {
        const redAmount = typeof input.redAmount === 'string' ? input.redAmount : null;
        const most = isBorrowed(row) ? row.dueFunds : row.validFunds;
        if (redAmount === null || atMost(redAmount, most)) return [];
        const paid = minus(row.validFunds, most);
        return [
          {
            path: 'redAmount',
            message: isZero(paid)
              ? [
                  `该票据可红冲 ${amountInMessage(most)} 元`,
                  `At most ${amountInMessage(most)} yuan of this invoice can be credited`,
                ]
              : [
                  `该票据已到款 ${amountInMessage(paid)} 元，请随退款红冲`,
                  `${amountInMessage(paid)} yuan of this invoice have been paid: credit it with the refund`,
                ],
          },
        ];
      },
      set: ({ reds, redFunds }, { redNumber, redDate, redAmount, confirmNum, reason }) => ({
        reds: [
          ...(reds ?? []),
          { redNumber, redDate, redAmount, confirmNum: confirmNum ?? null, reason },
        ] as typeof reds,
        redFunds: plus('0.00', redFunds, String(redAmount ?? '0.00')),
      }),
      danger: true,
      done: ['已红冲', 'Credited'],
    },
  },
  facts: {
    contract: recordNamedBy('contractId', contract),
    related: recordNamedBy('relatedContractId', contract),
    client: recordNamedBy('partyUnitId', partnerFace),
    overdue: recordsNaming(
      billFace,
      'programLeader',
      ['programLeader'],
      withCode('status', codes.overdue),
    ),
    payer: parameterFact(taxPayerType),
    rate: parameterFact(taxRate),
    surtaxRate: parameterFact(taxSurtax),
    most: parameterFact(billMaxDays),
    over: parameterFact(billOverContractParam),
  },
  trials: {
    getTaxes: {
      label: ['计算税额', 'Taxes within an amount'],
      fields: { ticketType: 'ticketType', amount: 'billAmount', taxFreeAmount: 'taxFreeAmount' },
      optional: ['taxFreeAmount'],
      answer: (row, { facts }) => ({ ...taxesOfInvoice(row, facts) }),
    },
  },
  compute: (row, _before, { facts }) => {
    const own = facts.contract;
    const contractType = own.contractType;
    const ofFree = taxExemptContract({ contractType }, { own, related: facts.related });
    const taxes = taxesOfInvoice(row, facts);
    return {
      contractNum: own.contractNum,
      contractType,
      contractAmount: own.contractAmount,
      taxFreeNum: row.ticketType === ticketTypeCodes.free ? ofFree.taxFreeNum : null,
      taxRate: taxes.rate,
      taxAmount: taxes.taxAmount,
      noTaxAmount: taxes.noTaxAmount,
      surtax: taxes.surtax,
      redFunds: plus('0.00', sum(row.reds, 'redAmount')),
      buyerName: row.buyerName ?? own.partyName,
      buyerTaxNum: row.buyerTaxNum ?? facts.client.taxNum ?? facts.client.creditCode,
      buyerAddress: row.buyerAddress ?? facts.client.address,
      buyerPhone: row.buyerPhone ?? facts.client.phone,
      buyerBank: row.buyerBank ?? facts.client.bankName,
      buyerAccount: row.buyerAccount ?? facts.client.bankAccount,
    };
  },
  validators: [
    {
      fields: ['billAmount', 'contractId'],
      check: ({ billAmount, status }, { facts }) =>
        facts.over === '1' || status === codes.inApproval
          ? null
          : contractFault(billAmount, facts.contract),
    },
    {
      fields: ['ticketType', 'taxFreeAmount', 'contractId', 'relatedContractId'],
      check: (row, { facts }) => {
        if (row.status === codes.inApproval) return null;
        const { contract: own, related } = facts;
        const fault = taxFreeFault(row, taxExemptContract(row, { own, related }));
        return fault && [fault];
      },
    },
    {
      fields: ['expectArriveDate'],
      check: ({ expectArriveDate, applyDate, status, billMode }, { today, facts }) =>
        billMode === billModeCodes.borrowed && status !== codes.inApproval
          ? borrowingTermFault(expectArriveDate, today, facts.most)
          : borrowingTermFault(expectArriveDate, applyDate ?? today, facts.most),
    },
    {
      fields: ['billMode', 'programLeader'],
      check: ({ billMode, status }, { facts }) =>
        billMode === billModeCodes.borrowed && status !== codes.inApproval
          ? overdueFault(facts.overdue)
          : null,
    },
    buyerTaxNumber,
    buyerOfSpecial,
  ],
  effects: ({ during, post }) => [
    during(
      ['1', '2'],
      post(contracts, ({ contractId, billAmount }) =>
        contractId ? [{ owner: contractId, applied: billAmount }] : [],
      ),
      'applied',
    ),
    during(
      ['1', '2'],
      post(contracts, (row) => {
        const { owner, amount } = taxFreeQuotaUse(row);
        return isZero(amount) || !owner ? [] : [{ owner, freeApplied: amount }];
      }),
      'applied free of tax',
    ),
    // Posted until the end, since refunds deduct red letters from the posted amount.
    during(
      ['3', '8', '9'],
      post(
        contracts,
        (row) =>
          row.contractId ? [{ owner: row.contractId, billed: amountAfterRedLetters(row) }] : [],
        { day: 'invoiceDate' },
      ),
      'billed',
    ),
    during(
      ['3', '8', '9'],
      post(
        contracts,
        (row) => {
          const { owner, amount } = taxFreeQuotaUse(row);
          return isZero(amount) || !owner ? [] : [{ owner, freeBilled: amount }];
        },
        { day: 'invoiceDate' },
      ),
      'billed free of tax',
    ),
    during(
      ['3', '8', '9'],
      post(billsLedger, ({ id, billAmount, redFunds, billMode }) => [
        {
          owner: id,
          billed: billAmount,
          red: redFunds,
          settled: billMode === billModeCodes.paid ? minus(billAmount ?? '0.00', redFunds) : null,
        },
      ]),
    ),
    during(
      ['1', '2', '3', '8', '9'],
      post(arrivals, (row) =>
        row.arriveId ? [{ owner: row.arriveId, invoiced: amountAfterRedLetters(row) }] : [],
      ),
    ),
  ],
  specimen: (draw) => {
    return {
      billMode: '2',
      ticketType: '01',
      billAmount: `${draw.int(2, 9)}00.00`,
      taxFreeAmount: null,
      relatedContractId: null,
      arriveId: null,
      expectArriveDate: addMonths(draw.today, draw.int(1, 5)),
      buyerTaxNum: '91350100M000100Y43',
    };
  },
  list: invoiceList,
  form: invoiceForm,
  department: 'departmentId',
  access: fundsAccess,
  processes: [
    defineProcess(
      'pjsq',
      ['票据申请（开票）', 'Invoice application'],
      [rdFund, finalFinanceStep],
      'flow_23',
    ),
  ],
  views: {
    all: {
      label: ['票据申请', 'Invoices'],
      code: 'bill',
      path: '/funds/billapplyinfo',
      icon: 'FileTextOutlined',
      scope: fundsAccess.read,
      menu: ['funds', 5],
      grants: {
        ...fundsFilingGrants,
        finance: [...(fundsFilingGrants.finance ?? []), 'issue', 'red'],
      },
      actions: [...fundsFilingActions, 'issue', 'red'],
    },
  },
});
