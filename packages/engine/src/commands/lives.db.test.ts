import { everyone } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { after } from '@keyan/kernel/definition/life/due.ts';
import { permissionsOf } from '@keyan/kernel/definition/permissions.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { Invalid, Refused } from '@keyan/kernel/errors.ts';
import { dictionary } from '@keyan/kernel/values/dictionary.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tablesOf } from '../store/schema/schema.ts';
import { tableSql } from '../store/schema/schema-sql.ts';
import { testDatabase } from '../testing/database.ts';
import { actorOf, furnish, startEngine } from '../testing/sample.ts';
import { ringTimers } from './timers.ts';

const billStatus = dictionary(
  'billStatus',
  ['开票状态', 'State'],
  [
    ['2', '待开票', 'Waiting'],
    ['3', '已开票', 'Issued'],
    ['7', '已红冲', 'Reversed'],
  ],
);
const settlement = dictionary(
  'settlement',
  ['核销状态', 'Settlement'],
  [
    ['1', '未到款', 'Open'],
    ['2', '已核销', 'Settled'],
    ['3', '逾期', 'Overdue'],
  ],
);

/** An invoice: it is issued by an action that fills its unique number, and is settled in a life of its own. */
const bill = defineResource({
  key: 'bill',
  label: ['票据', 'Invoice'],
  path: 'test/bill',
  title: 'buyer',
  fields: {
    buyer: f.text(['购方', 'Buyer']).requiredInDraft(),
    dueDate: f.date(['预计到款日', 'Due']),
    invoiceNumber: f.text(['发票号码', 'Invoice number']).max(20).unique().computed(),
    status: f.dict(['开票状态', 'State'], billStatus).computed().initial('2'),
    settled: f.dict(['核销状态', 'Settlement'], settlement).computed(),
  },
  states: [
    { field: 'status', initial: '2' },
    { field: 'settled', during: ['3'], begins: '1' },
  ],
  actions: {
    issue: {
      label: ['开票', 'Issue'],
      from: ['2'],
      to: '3',
      form: { invoiceNumber: f.own('invoiceNumber').required() },
    },
    settle: { label: ['核销', 'Settle'], life: 'settled', from: ['1', '3'], to: '2' },
    overdue: {
      label: ['逾期', 'Overdue'],
      life: 'settled',
      from: ['1'],
      to: '3',
      by: after('dueDate'),
    },
    reverse: { label: ['红冲', 'Reverse'], from: ['3'], to: '7' },
  },
  views: {
    all: {
      label: ['票据', 'Invoices'],
      code: 'bill',
      path: '/bill',
      scope: everyone(),
      actions: ['add', 'edit', 'delete', 'view', 'history', 'issue', 'settle', 'reverse'],
    },
  },
  list: { columns: ['buyer'], filters: [], sort: 'buyer' },
  form: [{ key: 'bill', title: ['票据', 'Invoice'], fields: ['buyer', 'dueDate'] }],
  access: { read: everyone(), write: everyone() },
});

const database = await testDatabase();
const engine = startEngine(database, 1, { resources: [bill as never] });
beforeAll(async () => {
  await furnish(database, engine);
  for (const table of tablesOf(bill as never)) await database.query(tableSql(table));
});
afterAll(async () => {
  await engine.database.close();
  await database.drop();
});

const finance = engine.as({
  ...actorOf('31'),
  permissions: new Set(permissionsOf(bill as never)),
});

let count = 0;
const issued = async (values: object = {}, number?: string) => {
  count += 1;
  const invoiceNumber = number ?? `26-${count}`;
  const { id } = await finance.save(bill, { buyer: `购方 ${count}`, ...values });
  return finance.perform(bill, 'issue', id, { invoiceNumber, version: 1 });
};

describe('a further life of a record', () => {
  test('begins with its state, is moved by its own actions, and ends with the state', async () => {
    const waiting = await finance.save(bill, { buyer: '甲' });
    expect(waiting).toMatchObject({ status: '2', settled: null });
    await expect(finance.perform(bill, 'settle', waiting.id)).rejects.toThrow(Refused);
    const { id } = await issued();
    const settled = await finance.perform(bill, 'settle', id);
    expect(settled).toMatchObject({ status: '3', settled: '2' });
    await expect(finance.perform(bill, 'settle', id)).rejects.toThrow(Refused);
    expect(await finance.perform(bill, 'reverse', id)).toMatchObject({
      status: '7',
      settled: null,
    });
    const [last] = await finance.history(bill as never, id);
    expect(last?.changes.map(({ path }) => path)).toEqual(['status', 'settled']);
  });

  test('is moved by the clock where it goes on, and nowhere else', async () => {
    const late = await issued({ dueDate: '2020-01-01' });
    const settled = await issued({ dueDate: '2020-01-01' });
    await finance.perform(bill, 'settle', settled.id);
    const waiting = await finance.save(bill, { buyer: '乙', dueDate: '2020-01-01' });
    const only = { ...engine, resources: new Map([['bill', bill as never]]) };
    await ringTimers(only as never, '000000', 'date');
    const codes = await Promise.all(
      [late, settled, waiting].map(async ({ id }) => (await finance.read(bill, id)).row.settled),
    );
    expect(codes).toEqual(['3', '2', null]);
  });

  test('offers its actions only where it goes on', async () => {
    const { id } = await issued();
    const { abilities } = await finance.read(bill, id);
    expect(abilities.settle).toEqual({ allowed: true });
    expect(abilities.issue?.allowed).toBe(false);
  });
});

describe('an action that fills a unique field', () => {
  test('says which record has the value, at the field of its dialog', async () => {
    const holder = await issued({}, 'A-100');
    const { id } = await finance.save(bill, { buyer: '丙' });
    const twice = finance.perform(bill, 'issue', id, { invoiceNumber: ' a-100 ', version: 1 });
    const fault = await twice.catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(Invalid);
    expect((fault as Invalid).faults).toEqual([
      {
        path: 'invoiceNumber',
        message: ['【发票号码】已存在', 'Invoice number exists already'],
        link: { resource: 'bill', id: holder.id, text: holder.buyer },
      },
    ]);
  });

  test('asks for it within the limits of the record', async () => {
    const { id } = await finance.save(bill, { buyer: '丁' });
    const long = finance.perform(bill, 'issue', id, { invoiceNumber: '1'.repeat(21), version: 1 });
    await expect(long).rejects.toThrow(Invalid);
    await expect(finance.perform(bill, 'issue', id, { version: 1 })).rejects.toThrow(Invalid);
  });
});
