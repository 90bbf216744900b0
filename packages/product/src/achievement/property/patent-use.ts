import { withCode } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { program } from '../../project/program/program.ts';
import { patentUse } from './dictionaries.ts';
import { withFurtherLine } from './patent-life.ts';

/** Uses of a patent: it is sold, licensed, an investment, or used by the university itself. */

const isUsed = (row: RowLike): boolean => Boolean(row.patentUse) && row.patentUse !== '0';
const isSold = (row: RowLike): boolean => row.patentUse === '1';

export const useFields = {
  patentUse: f.dict(['转化情况', 'Commercialisation'], patentUse).initial('0'),
  useAmount: f.money(['转化金额（元）', 'Amount']).when(isUsed),
  useContract: f
    .ref(['转化合同', 'Contract'], program)
    .among(withCode('programKind', 'horizontal'))
    .listed(['转化的专利', 'Commercialised patents'])
    .when(isUsed),
};

/** Fields of the dialog that are recorded later than the registration. */
export const useForm = {
  patentUse: useFields.patentUse,
  useContract: useFields.useContract,
  useAmount: useFields.useAmount,
  assignDate: f
    .date(['权利转移登记日', 'Assignment recorded on'])
    .help([
      '转让经专利局登记后填写，专利状态改为权利转移，不再提醒年费',
      'Fill in once the patent office has recorded the assignment; the status becomes “Assigned” and fee reminders stop',
    ])
    .when(isSold),
};

interface Events {
  readonly eventDate: string | null;
  readonly patentStatus: string | null;
  readonly note: string | null;
}

/** Values that follow from an assignment recorded by the patent office; nothing before it is recorded. */
export const assignedValues = (
  legalEvents: readonly Events[] | null,
  date: string | null | undefined,
) =>
  date
    ? {
        patentStatus: '13' as const,
        legalEvents: withFurtherLine(
          legalEvents as readonly (Events & { patentStatus: '13' })[] | null,
          {
            eventDate: date,
            patentStatus: '13',
            note: null,
          },
        ),
      }
    : {};
