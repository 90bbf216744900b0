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

/** Advances (借款): money of a project that is lent, until expenses or cash settle it (还款冲账). */

const owner = face('fundsExpenditure', ['经费支出', 'Expense']);

/** Amount that an advance paid, and amount that expenses and cash settled of it. */
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

/** The projects for which somebody may spend; what is on its way may end after the conclusion. */
export const projectsToSpendFor = everyScope(
  projectsToFileFor('20', '21', '22', '30', '40'),
  withCode('isClosed', '0'),
);

/** Fields of an expense that other records see. */
export const expenseFace = face(owner.key, owner.label, {
  expenseNum: f.text(['支出单号', 'Expense no.']).max(30).computed().searchable(),
  programId: f
    .ref(['项目', 'Project'], program)
    .required()
    .among(projectsToSpendFor)
    .listed(['经费支出', 'Expenses']),
  ...f.copies('programId', program, 'programLeader'),
  payDate: f.date(['付款日期', 'Paid on']).byApprover(),
  // The one item of an advance, which its settlement sets free.
  advanceItem: f.dict(['借款科目', 'Advance item'], budgetItem).computed(),
  openAdvance: yuan('未冲借款', 'Unsettled').balance(advancesLedger, 'open'),
});

/** Conditions of advances that were paid. */
export const paidAdvances = [withCode('expenseType', '03'), withCode('status', '3')] as const;

/** The advances of the project that the row names. */
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
 * Keeps a leader from another advance while one is open that was paid more than this many days ago.
 * @returns null where there is none
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

/** Refuses to end a project that has open advances. @param then what cannot be done */
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
