import type { AttachmentCategory } from '@keyan/kernel/definition/field/categories.ts';
import type { DecimalText } from '@keyan/kernel/definition/field/field.ts';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import type { Validator } from '@keyan/kernel/definition/field/validator.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { equal, sum } from '@keyan/kernel/values/amounts.ts';
import { unitNameKey } from '../project/changes/transfers.ts';
import { attachmentCategories } from '../shared/attachments.ts';
import { invoiceNumbersIn, lacksSheetCode } from './invoice-numbers.ts';

/** Validation rules of an expense that read only its row. */

interface Item {
  readonly itemCode: string | null;
  readonly amount: DecimalText | null;
  readonly invoiceNum: string | null;
}

interface Payment {
  readonly gross: DecimalText | null;
}

interface Expense {
  readonly expenseType: string | null;
  readonly expenseDate: string | null;
  readonly payee: string | null;
  readonly items: readonly Item[] | null;
  readonly labors: readonly Payment[] | null;
}

type Rule<Name extends keyof Expense, X = unknown> = Validator<Pick<Expense, Name>, Name, X>;

/**
 * Codes of `expenseType` used by rules: advances, labour, transfers to partners, settlements of
 * advances.
 */
const types = { advance: '03', labour: '04', transfer: '05', repayment: '07' } as const;

interface Typed {
  readonly expenseType?: unknown;
}

export const isAdvance = ({ expenseType }: Typed): boolean => expenseType === types.advance;

export const isRepayment = ({ expenseType }: Typed): boolean => expenseType === types.repayment;

interface Lending {
  readonly programId: string | null;
  readonly expenseType: string | null;
  readonly items: readonly { readonly itemCode: string | null }[] | null;
  readonly advanceId: string | null;
}

/** Checks that an advance has one budget item, which its settlement releases. */
export const advanceOfOneItem: Validator<Lending, 'items' | 'expenseType'> = {
  fields: ['items', 'expenseType'],
  check: (row) =>
    isAdvance(row) && new Set((row.items ?? []).map(({ itemCode }) => itemCode)).size > 1
      ? [
          '借款只能列一个科目，请按科目分别借款',
          'An advance covers one item only: apply separately for each',
        ]
      : null,
};

/** Checks that a settlement names an advance of the same project. */
export const repaysOwnProject: Validator<
  Lending,
  'advanceId' | 'programId' | 'expenseType',
  { readonly advance: { readonly programId: string | null } }
> = {
  fields: ['advanceId', 'programId', 'expenseType'],
  check: ({ advanceId, programId, expenseType }, { facts: { advance } }) => {
    if (!isRepayment({ expenseType })) return null;
    if (advanceId === null) return ['请选择冲抵的借款', 'Choose the advance to settle'];
    return advance.programId === programId
      ? null
      : ['该借款不属于本项目', 'The advance belongs to another project'];
  },
};

/** Maximum characters of the purpose inside a name. */
const purposeRoom = 40;

/** Name of an expense: 实验材料 · 江陵仪器公司 · ¥1,200.00. */
export const expenseNameOf = (
  { reason, payee }: { readonly reason: string | null; readonly payee: string | null },
  amount: DecimalText,
): string => {
  const purpose = [...(reason ?? '').replace(/\s+/g, ' ').trim()];
  const short =
    purpose.length > purposeRoom
      ? `${purpose.slice(0, purposeRoom - 1).join('')}…`
      : purpose.join('');
  return [short, payee ?? '', `¥${groupDigits(amount)}`].filter(Boolean).join(' · ');
};

/** Budget item of transfers to partners, and attachment category of their agreements. */
const transferItem = '104';
const agreement = '03';

/** Invoice numbers of all lines, without repetition. */
export const invoiceNumbersOf = (
  items: readonly Pick<Item, 'invoiceNum'>[] | null,
): readonly string[] => [
  ...new Set((items ?? []).flatMap(({ invoiceNum }) => invoiceNumbersIn(invoiceNum))),
];

/** True if the expense transfers funds to a partner. */
export const isTransfer = ({
  expenseType,
  items,
}: Pick<Expense, 'expenseType' | 'items'>): boolean =>
  expenseType === types.transfer || (items ?? []).some(({ itemCode }) => itemCode === transferItem);

export const expenseNotAfterToday: Rule<'expenseDate'> = {
  fields: ['expenseDate'],
  check: ({ expenseDate }, { today }) =>
    expenseDate !== null && expenseDate > today
      ? ['发生日期不能晚于今天', 'The date must not be later than today']
      : null,
};

export const withinProjectPeriod: Rule<
  'expenseDate',
  { readonly project: { readonly startDate: string | null } }
> = {
  fields: ['expenseDate'],
  check: ({ expenseDate }, { facts: { project } }) =>
    expenseDate !== null && project.startDate !== null && expenseDate < project.startDate
      ? [
          `发生日期不能早于项目开始日期 ${project.startDate}`,
          `The date must not be before the project start date ${project.startDate}`,
        ]
      : null,
};

/** Checks that labour payments add up to the amounts of the items. */
export const labourPaymentsAddUp: Rule<'labors' | 'items' | 'expenseType'> = {
  fields: ['labors', 'items', 'expenseType'],
  check: ({ expenseType, labors, items }) => {
    if (expenseType !== types.labour || labors === null || items === null) return null;
    const [paid, asked] = [sum(labors, 'gross'), sum(items, 'amount')];
    return equal(paid, asked)
      ? null
      : [
          `劳务明细合计 ${groupDigits(paid)} 元，与支出明细 ${groupDigits(asked)} 元不符`,
          `The labour payments come to ${groupDigits(paid)} yuan, the items to ${groupDigits(asked)}`,
        ];
  },
};

/** Checks that labour is paid from the items for labour and performance pay. */
export const itemsAllowLabour: Rule<'items' | 'expenseType'> = {
  fields: ['items', 'expenseType'],
  check: ({ expenseType, items }) => {
    if (expenseType !== types.labour) return null;
    const message: Label = [
      '劳务发放只能列支劳务费或绩效支出',
      'Labour payments can only be charged to labour or performance pay',
    ];
    return (items ?? []).flatMap(({ itemCode }, index) =>
      itemCode === null || itemCode.startsWith('103') || itemCode === '202'
        ? []
        : [{ path: `items.${index}.itemCode`, message }],
    );
  },
};

/** Checks that an eight-digit invoice number is preceded by its sheet code. */
export const invoiceNumbersAreComplete: Rule<'items'> = {
  fields: ['items'],
  check: ({ items }) =>
    (items ?? []).flatMap(({ invoiceNum }, index) =>
      invoiceNumbersIn(invoiceNum).some(lacksSheetCode)
        ? [
            {
              path: `items.${index}.invoiceNum`,
              message: [
                '请补填发票代码，或填写 20 位发票号码',
                'Enter the invoice code, or the 20-digit invoice number',
              ] as Label,
            },
          ]
        : [],
    ),
};

/** Checks that a transfer goes to a unit named by the contract or the budget. */
export const payeeIsPartner: Rule<
  'payee' | 'expenseType' | 'items',
  {
    readonly project: {
      readonly units: readonly { readonly unitName: string | null }[] | null;
    };
  }
> = {
  fields: ['payee', 'expenseType', 'items'],
  check: (row, { facts: { project } }) => {
    if (row.payee === null || !isTransfer(row)) return null;
    const names = (project.units ?? []).map(({ unitName }) => unitNameKey(unitName));
    return names.includes(unitNameKey(row.payee))
      ? null
      : [
          `外拨单位【${row.payee}】未列入合同（预算）`,
          `The transfer recipient ${row.payee} is not listed in the contract or budget`,
        ];
  },
};

/**
 * Amounts that an expense takes from the total that the project may transfer to the payee.
 */
export const transferredAmounts =
  (measure: 'held' | 'paid') =>
  (row: Pick<Expense, 'payee' | 'expenseType' | 'items'> & { readonly programId: string | null }) =>
    isTransfer(row) && row.programId !== null && row.payee !== null
      ? [
          {
            owner: row.programId,
            unit: unitNameKey(row.payee),
            [measure]: sum(
              (row.items ?? []).filter(
                ({ itemCode }) => row.expenseType === types.transfer || itemCode === transferItem,
              ),
              'amount',
            ),
          },
        ]
      : [];

/** Attachment categories of an expense, including the agreement of a transfer. */
export const expenseAttachments: readonly AttachmentCategory[] = attachmentCategories(
  '25*',
  '03*',
  '99',
).map((one) =>
  one.code === agreement
    ? { ...one, requiredWhen: (row) => isTransfer(row as Pick<Expense, 'expenseType' | 'items'>) }
    : one,
);
