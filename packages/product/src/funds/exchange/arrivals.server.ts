import type { TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { lockTarget } from '@keyan/engine/records/lock.ts';
import type { Tx } from '@keyan/engine/store/connection/database.ts';
import { fieldTypeTable } from '@keyan/kernel/definition/field/field-types.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Missing, type Refused } from '@keyan/kernel/errors.ts';
import { joinLabels, type Label } from '@keyan/kernel/label.ts';
import { atMost, equal, isZero } from '@keyan/kernel/values/amounts.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { changeRow } from '../../shared/mechanisms/rows.server.ts';
import { fundingArrive } from '../funding-arrive.ts';
import { differenceKindCodes } from './dictionaries.ts';
import { type FoundDifference, saveDifferences } from './differences.server.ts';
import type { FinanceRow } from './objects.ts';
import type { ExchangeWork, HandledRow } from './work.server.ts';

const kind = fundingArrive as Resource;

/** Columns of the finance system by field name of the arrival. */
const columns = {
  arriveDate: 'date',
  arriveAmount: 'amount',
  fundingSource: 'payer',
  bankAccount: 'account',
  summary: 'memo',
} as const;

const alreadyBookedText: Label = ['已入账，未改动', 'Already booked, not changed'];

type Name = keyof typeof columns;
const names = Object.keys(columns) as readonly Name[];
/**
 * Compared fields; bank accounts are updated but not compared, since they are masked and
 * differences are visible.
 */
const compared: ReadonlySet<Name> = new Set(names.filter((name) => name !== 'bankAccount'));

type Values = Readonly<Record<Name, string | null>>;

/**
 * Converts a row of the finance system.
 * @returns values in stored form, or the faults of the row
 */
const valuesOf = (row: FinanceRow): Values | { readonly faults: readonly Label[] } => {
  const faults: Label[] = [];
  const read = (name: Name): string | null => {
    const { spec } = fundingArrive.fields[name];
    const text = row[columns[name]];
    if (text === null || text === undefined || text === '') {
      if (spec.required) faults.push([`缺少【${spec.label[0]}】`, `${spec.label[1]} is missing`]);
      return null;
    }
    // Date columns may contain a time, which is cut off.
    const given = name === 'arriveDate' ? text.slice(0, 10).replaceAll('/', '-') : text;
    const parsed = fieldTypeTable[spec.type].parse(given, spec);
    if ('fault' in parsed) faults.push(parsed.fault);
    return 'fault' in parsed ? null : String(parsed.value ?? '') || null;
  };
  const values = Object.fromEntries(names.map((name) => [name, read(name)])) as Record<
    Name,
    string | null
  >;
  if (faults.length === 0 && (values.arriveAmount === null || atMost(values.arriveAmount, 0))) {
    faults.push(['【到账金额】应大于 0', 'The amount must be greater than 0']);
  }
  return faults.length > 0 ? { faults } : values;
};

interface KnownArrival {
  readonly id: string;
  readonly key: string | null;
}

/** Key of a voucher with its source: two sources may use equal numbers for different payments. */
const keyOf = ({ source }: ExchangeWork, voucher: string): string => `${source.id}/${voucher}`;

/**
 * Arrival of a voucher; an arrival entered by hand or imported from a bank is assigned to the
 * source.
 */
const knownBy = async (
  tx: Tx,
  work: ExchangeWork,
  voucher: string,
): Promise<KnownArrival | undefined> => {
  const [known] = await tx.query<KnownArrival>(
    `select id::text, finance_key as key from funding_arrive
      where tenant_id = $1 and is_deleted = 0
        and (finance_key_key = lower($2) or (finance_num_key = lower($3) and finance_key is null))
      order by finance_key nulls last limit 1`,
    [tx.tenantId, keyOf(work, voucher), voucher],
  );
  return known;
};

const isSameValue = (name: Name, ours: unknown, theirs: string | null): boolean =>
  name === 'arriveAmount'
    ? equal(String(ours ?? '0'), theirs ?? '0')
    : String(ours ?? '') === (theirs ?? '');

/**
 * Booked amount of an arrival. Locks its balance until the end of the transaction, so that nothing
 * is booked meanwhile.
 */
export const lockBookedAmount = async (tx: Tx, arriveId: string | null): Promise<string> => {
  const [found] = await tx.query<{ booked: string }>(
    `select booked::text from ledger_arrivals_balance
      where tenant_id = $1 and owner_id = $2 and account = '' for update`,
    [tx.tenantId, arriveId],
  );
  return found?.booked ?? '0';
};

/**
 * Compares a row with its arrival.
 * @returns `new` if no arrival has the voucher
 */
const compareArrival = async (
  transaction: TransactionContext,
  work: ExchangeWork,
  row: FinanceRow,
): Promise<HandledRow | 'new'> => {
  const { tx } = transaction;
  const voucher = row.voucher ?? '';
  const values = valuesOf(row);
  if (voucher === '' || voucher.length > 50) {
    return { outcome: 'failed', message: ['缺少凭证号', 'Voucher no. is missing'] };
  }
  if ('faults' in values) return { outcome: 'failed', message: joinLabels(values.faults) };
  const about = { sourceId: work.source.id, object: 'arrival', recordNum: voucher };
  const known = await knownBy(tx, work, voucher);
  if (!known) return 'new';
  const locked = await lockTarget(transaction, kind, known.id);
  if (!locked) return { outcome: 'failed', message: ['记录已删除', 'The record has been deleted'] };
  const before =
    known.key === null
      ? await changeRow(transaction, kind, locked, 'update', { financeKey: keyOf(work, voucher) })
      : locked;
  const stored = before as RowLike;
  const differing = names.filter((name) => !isSameValue(name, stored[name], values[name]));
  const { status } = stored;
  const isBooked =
    !isZero(await lockBookedAmount(tx, known.id)) || status === '3' || status === '4';
  if (!isBooked && differing.length > 0) {
    await changeRow(transaction, kind, before, 'update', {
      ...Object.fromEntries(differing.map((name) => [name, values[name]])),
      ...(values.arriveDate ? { arriveYear: Number(values.arriveDate.slice(0, 4)) } : {}),
    });
    await saveDifferences(transaction, about, []);
    return { outcome: 'updated', arriveId: known.id };
  }
  const found = differing
    .filter((name) => compared.has(name))
    .map(
      (name): FoundDifference => ({
        ...about,
        kind: differenceKindCodes.other,
        item: name,
        ours: String(stored[name] ?? ''),
        theirs: values[name] ?? '',
        arriveId: known.id,
        message: alreadyBookedText[0],
      }),
    );
  const open = await saveDifferences(transaction, about, found);
  return { outcome: open > 0 ? 'different' : 'same', arriveId: known.id };
};

/** Creates an arrival with the key of its voucher, in one transaction. */
const createArrival = async (
  work: ExchangeWork,
  values: Values,
  voucher: string,
): Promise<string> => {
  const { engine, tenantId, source } = work;
  const [taken] = await engine.database.read(tenantId, (session) =>
    session.query(
      'select 1 from funding_arrive where tenant_id = $1 and finance_num_key = lower($2) and is_deleted = 0',
      [tenantId, voucher],
    ),
  );
  const { id } = await work.commands.submit(fundingArrive, {
    ...values,
    // If another source already uses the number, the name of the source is appended.
    financeNum: taken ? `${voucher}（${source.name ?? source.id}）`.slice(0, 50) : voucher,
    arriveType: '99',
    isPublic: '0',
  });
  await work.change(async (transaction) => {
    const before = await lockTarget(transaction, kind, id);
    if (!before) throw new Missing();
    await changeRow(transaction, kind, before, 'update', { financeKey: keyOf(work, voucher) });
  });
  return id;
};

/**
 * Imports a row by its voucher: creates a new arrival, updates one that is not booked, and
 * records a difference for a booked one.
 */
export const importArrival = async (work: ExchangeWork, row: FinanceRow): Promise<HandledRow> => {
  const handled = await work.change((transaction) => compareArrival(transaction, work, row));
  if (handled !== 'new') return handled;
  const values = valuesOf(row);
  if ('faults' in values) return { outcome: 'failed', message: joinLabels(values.faults) };
  return { outcome: 'added', arriveId: await createArrival(work, values, row.voucher ?? '') };
};

/** Records a difference if the ledger refuses a change; the arrival is unchanged. */
export const recordRefusedArrival = async (
  transaction: TransactionContext,
  work: ExchangeWork,
  row: FinanceRow,
  refused: Refused,
): Promise<HandledRow> => {
  const voucher = row.voucher ?? '';
  const found = await knownBy(transaction.tx, work, voucher);
  if (!found) return { outcome: 'failed', message: refused.label };
  const [known] = await transaction.tx.query<{ id: string; amount: string }>(
    'select id::text, arrive_amount::text as amount from funding_arrive where tenant_id = $1 and id = $2',
    [transaction.tx.tenantId, found.id],
  );
  if (!known) return { outcome: 'failed', message: refused.label };
  const about = { sourceId: work.source.id, object: 'arrival', recordNum: voucher };
  await saveDifferences(transaction, about, [
    {
      ...about,
      kind: differenceKindCodes.other,
      item: 'arriveAmount',
      ours: known.amount,
      theirs: row.amount ?? '',
      arriveId: known.id,
      message: refused.label[0],
    },
  ]);
  return { outcome: 'different', arriveId: known.id, message: refused.label };
};
