import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { Client } from './client.ts';
import { agree, attached, ok, path } from './filing.ts';

/** People who handle money. */
export interface MoneyPeople {
  readonly leader: Client;
  readonly office: Client;
  readonly finance: Client;
}

/**
 * Makes an arrival granted to a project of nature 横向 and booked on one item: 106,000.00 less
 * 6,720.00.
 */
export const booked = async (
  { leader, office, finance }: MoneyPeople,
  project: RowLike,
  arriveDate = '2026-03-01',
): Promise<Readonly<Record<'arrival' | 'division' | 'booking', RowLike>>> => {
  const arrival = await ok(
    office.post(path('fundingArrive/submit'), {
      fundingSource: '江陵电力公司',
      arriveType: '02',
      arriveDate,
      arriveAmount: '106000',
      isPublic: '1',
    }),
  );
  const division = await ok(
    leader.post(path('fundingDivide/submit'), {
      arriveId: arrival.id,
      programId: project.id,
      divideAmount: '106000',
    }),
  );
  await ok(office.post(path('fundingDivide/assign'), { ids: division.id }));
  const booking = await ok(
    leader.post(path('jfdzys/submit'), {
      divideId: division.id,
      ticketType: '03',
      indirectFee: '7942.40',
      items: [{ itemCode: '10201', amount: '91337.60' }],
      ...(await attached(leader, '26')),
    }),
  );
  await agree(booking, office, finance);
  return { arrival, division, booking };
};

let invoices = 0;

/** Makes an expense on one item, in approval. */
export const spent = async (
  { leader }: MoneyPeople,
  project: RowLike,
  amount: string,
): Promise<RowLike> => {
  invoices += 1;
  return ok(
    leader.post(path('fundsExpenditure/submit'), {
      ...(await attached(leader, '25')),
      programId: project.id,
      expenseType: '01',
      expenseDate: '2026-04-01',
      payee: '江陵仪器公司',
      receivablesAccount: '6222020200001234567',
      openingBank: '工商银行江陵支行',
      reason: '实验材料',
      items: [{ itemCode: '10201', amount, invoiceNum: `M${invoices}`, remark: '材料' }],
    }),
  );
};

/** Approves an expense and pays it, as finance. */
export const paid = async (
  { finance }: MoneyPeople,
  expense: RowLike,
  payDate: string,
): Promise<RowLike> => {
  await agree(expense, finance);
  const { version } = await ok(
    finance.get(path('fundsExpenditure/detail'), { id: String(expense.id) }),
  );
  return ok(
    finance.post(path('fundsExpenditure/pay'), {
      id: expense.id,
      version,
      voucherNum: `记-${payDate}`,
      payDate,
    }),
  );
};
