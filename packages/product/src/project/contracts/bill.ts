import {
  anyScope,
  departmentScope,
  everyScope,
  own,
  withCode,
} from '@keyan/kernel/access/scope.ts';
import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { defineLedger } from '@keyan/kernel/definition/ledger/ledger.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { yuan } from '../../shared/formats/yuan.ts';
import { program } from '../program/program.ts';
import { billMode, billStatus } from './bill-dictionaries.ts';

const billOwner = face('billapplyinfo', ['票据申请', 'Invoice']);

/**
 * Ledger of invoices: requested amount, amount cancelled by red letters, and arrived amount
 * (R-404).
 */
export const billsLedger = defineLedger('bills', ['票据账', 'Invoices'], {
  owner: billOwner,
  measures: { billed: 'money', red: 'money', settled: 'money' },
  shown: {
    due: { plus: ['billed'], minus: ['red', 'settled'] },
    valid: { plus: ['billed'], minus: ['red'] },
  },
  limits: [
    {
      of: 'owner',
      room: (b) => b.due,
      words: [
        '票据【{owner}】未到款金额不足：超出 {lack} 元',
        'Invoice {owner}: the outstanding amount is exceeded by {lack} yuan',
      ],
    },
  ],
});

/** Codes of `billMode`. */
export const billModeCodes = { paid: '1', borrowed: '2' } as const;

export const isBorrowed = ({ billMode: mode }: RowLike): boolean => mode === billModeCodes.borrowed;

/** Scope of projects for which invoices may be requested: those with a contract. */
const billing = everyScope(
  anyScope(own('programLeader'), departmentScope('departmentId')),
  withCode('programKind', 'horizontal'),
  withCode('status', '20', '21', '22', '30', '40'),
);

/** Fields of an invoice that other resources read. */
export const billFace = face(billOwner.key, billOwner.label, {
  pjNumber: f.text(['申请单号', 'Application no.']).max(30).computed().unique().searchable(),
  programId: f
    .ref(['项目', 'Project'], program)
    .required()
    .among(billing)
    .listed(['票据', 'Invoices']),
  ...f.copies('programId', program, 'programLeader'),
  billMode: f.dict(['开票方式', 'Mode'], billMode).required().initial('2'),
  billAmount: yuan('开票金额（含税）', 'Amount').required().between(0.01, 9_999_999_999),
  buyerName: f.text(['购方名称', 'Buyer']).required().max(100).searchable(),
  invoiceNumber: f.text(['发票号码', 'Invoice no.']).max(30).computed().unique().searchable(),
  invoiceDate: f.date(['开票日期', 'Issued on']).computed(),
  expectArriveDate: f.date(['预计到款日期', 'Expected payment date']).required().when(isBorrowed),
  dueFunds: yuan('未到款金额', 'Outstanding').balance(billsLedger, 'due'),
  // Amount less red letters of the invoice and of refunds.
  validFunds: yuan('有效金额', 'Effective amount').balance(billsLedger, 'valid'),
  status: f.dict(['票据状态', 'Status'], billStatus).computed(),
});

/** Conditions that select invoices which may still be paid: issued in advance and valid. */
export const unpaidBillConditions = [
  withCode('billMode', billModeCodes.borrowed),
  withCode('status', '3', '8'),
] as const;

/** Scope of invoices that await payment: issued in advance and not fully paid. */
export const unpaidBills = everyScope(...unpaidBillConditions);
