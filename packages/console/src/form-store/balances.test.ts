import { everyone } from '@keyan/kernel/access/scope.ts';
import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { defineLedger } from '@keyan/kernel/definition/ledger/ledger.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { dictionary } from '@keyan/kernel/values/dictionary.ts';
import { expect, test } from 'vitest';
import { createFormStore } from './store.ts';

const project = face('project', ['项目', 'Project'], { name: f.text(['名称', 'Name']) });
const item = dictionary(
  'item',
  ['科目', 'Item'],
  [
    ['101', '设备', 'Equipment'],
    ['102', '材料', 'Material'],
  ],
);
const funds = defineLedger('funds', ['经费账', 'Funds'], {
  owner: project,
  subaccount: { itemCode: f.dict(['科目', 'Item'], item) },
  measures: { booked: 'money', spent: 'money' },
  shown: { available: { plus: ['booked'], minus: ['spent'] } },
});
const expense = defineResource({
  key: 'expense',
  label: ['支出', 'Expense'],
  path: 'expenses',
  title: 'name',
  fields: {
    name: f.text(['名称', 'Name']).requiredInDraft(),
    projectId: f.ref(['项目', 'Project'], project),
    left: f.money(['余额', 'Left']).balance(funds, 'available', { owner: 'projectId' }),
    items: f.rows(['明细', 'Items'], {
      itemCode: f.dict(['科目', 'Item'], item),
      available: f
        .money(['可用', 'Available'])
        .balance(funds, 'available', { owner: 'projectId', subaccount: 'itemCode' }),
      amount: f.money(['金额', 'Amount']),
    }),
  },
  list: { columns: ['name'], filters: [], sort: 'name' },
  form: [
    { key: 'all', title: ['内容', 'Content'], fields: ['name', 'projectId', 'left', 'items'] },
  ],
  access: { read: everyone(), write: everyone() },
});

const formOf = () =>
  createFormStore(expense, {
    writer: { id: '1', name: '张明', departments: [] },
    today: '2026-01-01',
  });
const came = (form: ReturnType<typeof formOf>, balances: Readonly<Record<string, object>>) =>
  form.takeFacts(form.factsKey() ?? '', { 'balances funds projectId': balances });

test('a new record shows the balances of what is chosen, and of each line', () => {
  const form = formOf();
  expect(form.state().values.left).toBeNull();
  form.set('projectId', '7');
  came(form, { '': { available: '900.00' } });
  expect(form.state().values.left).toBe('900.00');
  form.set('items', [{ itemCode: '101' }, { itemCode: '102' }, { itemCode: null }]);
  came(form, { '': { available: '900.00' }, '101': { available: '250.00' } });
  expect(form.state().values.items).toMatchObject([
    { available: '250.00' },
    // A subaccount without an entry has nothing.
    { available: '0.00' },
    { available: null },
  ]);
});

test('a balance is unknown from another choice on until it has come, and typing asks for none', () => {
  const form = formOf();
  form.set('projectId', '7');
  form.set('items', [{ itemCode: '101', amount: null }]);
  came(form, { '': { available: '900.00' }, '101': { available: '250.00' } });
  const key = form.factsKey();
  form.set('items.0.amount', '5');
  form.set('name', '甲');
  expect(form.factsKey()).toBe(key);
  expect(form.state().values).toMatchObject({ left: '900.00', items: [{ available: '250.00' }] });
  form.set('items.0.itemCode', '102');
  expect(form.state().values.items).toMatchObject([{ available: null, amount: '5' }]);
  form.set('projectId', '8');
  expect(form.state().values.left).toBeNull();
  form.set('projectId', null);
  came(form, {});
  expect(form.state().values).toMatchObject({ left: null, items: [{ available: null }] });
});
