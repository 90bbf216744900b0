import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineLedger } from '@keyan/kernel/definition/ledger/ledger.ts';
import { arrival } from './refs.ts';

/**
 * Ledger of an arrival: amounts allocated to projects, then booked, or returned to
 * the payer.
 */
export const arrivals = defineLedger('arrivals', ['到账', 'Arrivals'], {
  owner: arrival,
  measures: {
    arrived: 'money',
    refunded: 'money',
    divided: 'money',
    booked: 'money',
    invoiced: 'money',
    claims: 'count',
  },
  shown: {
    left: { plus: ['arrived'], minus: ['refunded', 'divided'] },
    unbooked: { plus: ['divided'], minus: ['booked'] },
    billable: { plus: ['arrived'], minus: ['refunded', 'invoiced'] },
  },
  limits: [
    {
      of: 'owner',
      room: (b) => b.left,
      words: [
        '来款【{owner}】剩余 {had} 元，不能分配 {asked} 元，差 {lack} 元',
        '{had} yuan are left of the arrival from {owner}; {asked} cannot be allocated, {lack} too many',
      ],
    },
    {
      of: 'owner',
      room: (b) => b.unbooked,
      words: [
        '来款【{owner}】的分配已入账 {lack} 元，请先作废入账',
        '{lack} yuan of the arrival from {owner} are booked already; void the booking first',
      ],
    },
    {
      of: 'owner',
      room: (b) => b.billable,
      words: [
        '来款【{owner}】可开票金额不足：差 {lack} 元',
        'Invoices exceed the arrival from {owner} by {lack} yuan',
      ],
    },
  ],
});

/** Ledger that lets each invoice number be used by one expense. */
export const invoiceNumbersLedger = defineLedger('invoiceNumbers', ['发票号', 'Invoice numbers'], {
  owner: null,
  subaccount: { invoiceNum: f.text(['发票号', 'Invoice no.']) },
  measures: { uses: 'count' },
  limits: [
    {
      of: 'subaccount',
      room: (b) => 1 - b.uses,
      words: [
        '发票号 {subaccount} 已在 {numbers} 报销',
        'Invoice {subaccount} was already reimbursed: {numbers}',
      ],
    },
  ],
});
