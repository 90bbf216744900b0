import type { TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { lockTarget } from '@keyan/engine/records/lock.ts';
import type { Tx } from '@keyan/engine/store/connection/database.ts';
import { kinds } from '@keyan/kernel/definition/field/kinds.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Refused } from '@keyan/kernel/errors.ts';
import { type Label, listed } from '@keyan/kernel/label.ts';
import { atMost, equal, isZero } from '@keyan/kernel/values/amounts.ts';
import { changeRow } from '../../shared/rows.server.ts';
import { fundingArrive } from '../funding-arrive.ts';
import { differenceKinds } from './dictionaries.ts';
import { type Found, keepDifferences } from './differences.server.ts';
import type { FinanceRow } from './objects.ts';
import type { ExchangeWork, Handled } from './work.server.ts';

const kind = fundingArrive as unknown as Resource;

/** Values of the finance system about an arrival, by the names of our fields. */
const columns = {
  arriveDate: 'date',
  arriveAmount: 'amount',
  fundingSource: 'payer',
  bankAccount: 'account',
  summary: 'memo',
} as const;

const stays: Label = ['已入账，未改动', 'It is booked and stays'];

type Name = keyof typeof columns;
const names = Object.keys(columns) as readonly Name[];
/** Accounts are masked: they are kept up, and no difference shows one. */
const compared: ReadonlySet<Name> = new Set(names.filter((name) => name !== 'bankAccount'));

type Values = Readonly<Record<Name, string | null>>;

/** @returns the values as we store them, or what is wrong with the row */
const valuesOf = (row: FinanceRow): Values | { readonly faults: readonly Label[] } => {
  const faults: Label[] = [];
  const read = (name: Name): string | null => {
    const { spec } = fundingArrive.fields[name];
    const text = row[columns[name]];
    if (text === null || text === undefined || text === '') {
      if (spec.required) faults.push([`缺少【${spec.label[0]}】`, `${spec.label[1]} is missing`]);
      return null;
    }
    // The middle of a database may add a time to a day.
    const given = name === 'arriveDate' ? text.slice(0, 10).replaceAll('/', '-') : text;
    const parsed = kinds[spec.kind].parse(given, spec);
    if ('fault' in parsed) faults.push(parsed.fault);
    return 'fault' in parsed ? null : String(parsed.value ?? '') || null;
  };
  const values = Object.fromEntries(names.map((name) => [name, read(name)])) as Record<
    Name,
    string | null
  >;
  if (faults.length === 0 && (values.arriveAmount === null || atMost(values.arriveAmount, 0))) {
    faults.push(['【到账金额】应大于 0', 'The amount must be above 0']);
  }
  return faults.length > 0 ? { faults } : values;
};

interface Known {
  readonly id: string;
}

const same = (name: Name, ours: unknown, theirs: string | null): boolean =>
  name === 'arriveAmount'
    ? equal(String(ours ?? '0'), theirs ?? '0')
    : String(ours ?? '') === (theirs ?? '');

/**
 * The amount of an arrival that is booked. Its account is locked, so that nothing is booked before the transaction ends:
 * what is decided by it holds.
 */
export const bookedOf = async (tx: Tx, arriveId: string | null): Promise<string> => {
  const [found] = await tx.query<{ booked: string }>(
    `select booked::text from ledger_arrivals_balance
      where tenant_id = $1 and owner_id = $2 and account = '' for update`,
    [tx.tenantId, arriveId],
  );
  return found?.booked ?? '0';
};

/** @returns `new` for a voucher that no arrival has */
const compareArrival = async (
  transaction: TransactionContext,
  row: FinanceRow,
): Promise<Handled | 'new'> => {
  const { tx } = transaction;
  const voucher = row.voucher ?? '';
  const values = valuesOf(row);
  if (voucher === '' || voucher.length > 50) {
    return { outcome: 'failed', message: ['缺少凭证号', 'No voucher number'] };
  }
  if ('faults' in values) return { outcome: 'failed', message: listed(values.faults) };
  const about = { object: 'arrival', recordNum: voucher };
  const [known] = await tx.query<Known>(
    `select id::text from funding_arrive
      where tenant_id = $1 and finance_num = $2 and is_deleted = 0`,
    [tx.tenantId, voucher],
  );
  if (!known) return 'new';
  const before = await lockTarget(transaction, kind, known.id);
  if (!before) return { outcome: 'failed', message: ['记录已删除', 'The record was removed'] };
  const stored = before as unknown as Readonly<Record<string, unknown>>;
  const differing = names.filter((name) => !same(name, stored[name], values[name]));
  const { status } = stored;
  const isBooked = !isZero(await bookedOf(tx, known.id)) || status === '3' || status === '4';
  if (!isBooked && differing.length > 0) {
    await changeRow(transaction, kind, before, 'update', {
      ...Object.fromEntries(differing.map((name) => [name, values[name]])),
      ...(values.arriveDate ? { arriveYear: Number(values.arriveDate.slice(0, 4)) } : {}),
    });
    await keepDifferences(transaction, about, []);
    return { outcome: 'updated', arriveId: known.id };
  }
  const found = differing
    .filter((name) => compared.has(name))
    .map(
      (name): Found => ({
        ...about,
        kind: differenceKinds.other,
        item: name,
        ours: String(stored[name] ?? ''),
        theirs: values[name] ?? '',
        arriveId: known.id,
        message: stays[0],
      }),
    );
  const open = await keepDifferences(transaction, about, found);
  return { outcome: open > 0 ? 'different' : 'same', arriveId: known.id };
};

/**
 * an arrival is known by its voucher. A new one is brought, one that is not booked follows the finance system,
 * and of one that is booked only the difference is noted.
 */
export const takeArrival = async (work: ExchangeWork, row: FinanceRow): Promise<Handled> => {
  const handled = await work.change((transaction) => compareArrival(transaction, row));
  if (handled !== 'new') return handled;
  const values = valuesOf(row);
  if ('faults' in values) return { outcome: 'failed', message: listed(values.faults) };
  const { id } = await work.commands.submit(fundingArrive, {
    ...values,
    financeNum: row.voucher ?? '',
    arriveType: '99',
    isPublic: '0',
  });
  return { outcome: 'added', arriveId: id };
};

/** Handles a refusal by the ledger: the arrival stays, the difference is noted. */
export const noteRefusedArrival = async (
  transaction: TransactionContext,
  row: FinanceRow,
  refused: Refused,
): Promise<Handled> => {
  const voucher = row.voucher ?? '';
  const [known] = await transaction.tx.query<{ id: string; amount: string }>(
    `select id::text, arrive_amount::text as amount from funding_arrive
      where tenant_id = $1 and finance_num = $2 and is_deleted = 0`,
    [transaction.tx.tenantId, voucher],
  );
  if (!known) return { outcome: 'failed', message: refused.label };
  const about = { object: 'arrival', recordNum: voucher };
  await keepDifferences(transaction, about, [
    {
      ...about,
      kind: differenceKinds.other,
      item: 'arriveAmount',
      ours: known.amount,
      theirs: row.amount ?? '',
      arriveId: known.id,
      message: refused.label[0],
    },
  ]);
  return { outcome: 'different', arriveId: known.id, message: refused.label };
};
