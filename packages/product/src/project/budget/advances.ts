import { everyScope, withCode } from '@keyan/kernel/access/scope.ts';
import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import type { Validator } from '@keyan/kernel/definition/field/validator.ts';
import { defineLedger } from '@keyan/kernel/definition/ledger/ledger.ts';
import { recordsNaming } from '@keyan/kernel/definition/life/fact.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { atMost } from '@keyan/kernel/values/amounts.ts';
import { daysBetween } from '@keyan/kernel/values/time.ts';
import { yuan } from '../../shared/formats/yuan.ts';
import { projectsToFileFor } from '../common/access.ts';
import { amountInMessage } from '../contracts/contract-rules.ts';
import { program } from '../program/program.ts';
import { budgetItem } from './budget-items.ts';

/** Advances (借款): project funds lent out until expenses or returned cash settle them (还款冲账). */

const owner = face('fundsExpenditure', ['经费支出', 'Expense']);

/** Ledger of advances: paid amount, and amount settled by expenses and cash. */
export const advancesLedger = defineLedger('advances', ['借款账', 'Advances'], {
  owner,
  measures: { paid: 'money', repaid: 'money' },
  shown: { open: { plus: ['paid'], minus: ['repaid'] } },
  limits: [
    {
      of: 'owner',
      room: (b) => b.open,
      words: [
        '借款【{owner}】未冲金额 {had} 元，本次 {asked} 元，超 {lack} 元',
        '{had} yuan of the advance to {owner} are not settled; this settlement of {asked} yuan exceeds it by {lack}',
      ],
    },
  ],
});

/** Scope of projects for which one may spend; includes concluded projects with pending amounts. */
export const projectsToSpendFor = everyScope(
  projectsToFileFor('20', '21', '22', '30', '40'),
  withCode('isClosed', '0'),
);

/** Fields of an expense that other resources read. */
export const expenseFace = face(owner.key, owner.label, {
  expenseNum: f.text(['支出单号', 'Expense no.']).max(30).computed().searchable(),
  programId: f
    .ref(['项目', 'Project'], program)
    .required()
    .among(projectsToSpendFor)
    .listed(['经费支出', 'Expenses']),
  ...f.copies('programId', program, 'programLeader'),
  payDate: f.date(['付款日期', 'Paid on']).byApprover(),
  // Budget item of an advance, which its settlement releases.
  advanceItem: f.dict(['借款科目', 'Advance item'], budgetItem).computed(),
  openAdvance: yuan('未冲借款', 'Unsettled').balance(advancesLedger, 'open'),
});

/** Conditions that select paid advances. */
export const paidAdvances = [withCode('expenseType', '03'), withCode('status', '3')] as const;

/** Scope of advances of the project named in the row. */
export const advancesOfProject = () =>
  recordsNaming(expenseFace, 'programId', ['programId'], ...paidAdvances);

interface Lent {
  readonly expenseNum: string | null;
  readonly openAdvance: string | null;
}

interface Old extends Lent {
  readonly payDate: string | null;
}

/**
 * Fault if the leader has an unsettled advance that was paid more than the given number of days
 * ago.
 * @returns null if there is none
 */
export const overdueAdvanceFault = (
  open: readonly Old[],
  today: string,
  days: number,
): Label | null => {
  const old = open.find(
    ({ openAdvance, payDate }) =>
      !atMost(openAdvance, 0) && payDate !== null && daysBetween(payDate, today) > days,
  );
  if (!old) return null;
  const [number, amount, paid] = [
    old.expenseNum ?? '',
    groupDigits(old.openAdvance ?? '0.00'),
    old.payDate,
  ];
  return [
    `项目负责人的借款 ${number}（${paid} 付款）尚有 ${amount} 元超过 ${days} 天未冲账，不能再借款，请先还款冲账`,
    `${amount} yuan of the leader’s advance ${number}, paid on ${paid}, have not been settled for more than ${days} days; settle them before another advance`,
  ];
};

interface OfProject {
  readonly programId: string | null;
}

/**
 * Validator that refuses to end a project with unsettled advances.
 * @param then text that names the refused action
 */
export const noOpenAdvance = (
  then: readonly [zh: string, en: string],
): Validator<OfProject, 'programId', { readonly lent: readonly Lent[] }> => ({
  fields: ['programId'],
  check: (_row, { facts }) => {
    const open = facts.lent.filter(({ openAdvance }) => !atMost(openAdvance, 0));
    const named = (comma: string): string =>
      open
        .map(({ expenseNum, openAdvance }) => `${expenseNum} ${amountInMessage(openAdvance)}`)
        .join(comma);
    return open.length === 0
      ? null
      : [
          `项目有未冲借款（${named(' 元、')} 元），${then[0]}`,
          `The project has unsettled advances (${named(' yuan, ')} yuan): ${then[1]}`,
        ];
  },
});
