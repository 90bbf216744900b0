import { everyone } from '@keyan/kernel/access/scope.ts';
import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { recordNamedBy } from '@keyan/kernel/definition/life/fact.ts';
import { factsKey } from '@keyan/kernel/definition/life/form-facts.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { expect, test } from 'vitest';
import { createFormStore } from './store.ts';

const plan = face('plan', ['计划', 'Plan'], {
  open: f.dict(['开放', 'Open'], {
    key: 'open',
    label: ['开放', 'Open'],
    tree: false,
    entries: [
      { code: '1', label: ['是', 'Yes'] },
      { code: '0', label: ['否', 'No'] },
    ],
  }),
  code: f.text(['编号', 'No.']),
});

const answer = defineResource({
  key: 'answer',
  label: ['申报', 'Answer'],
  path: 'answers',
  title: 'name',
  fields: {
    name: f.text(['名称', 'Name']).requiredInDraft(),
    planId: f.ref(['计划', 'Plan'], plan),
    planCode: f.text(['计划编号', 'No. of the plan']).computed(),
  },
  facts: { plan: recordNamedBy('planId', plan) },
  compute: (_row, _before, { facts }) => ({ planCode: facts.plan.code }),
  validators: [
    {
      fields: ['planId'],
      check: (row, { facts }) =>
        row.planId && facts.plan.open !== '1' ? ['计划未开放', 'The plan is shut'] : null,
    },
  ],
  list: { columns: ['name'], filters: [], sort: 'name' },
  form: [{ key: 'all', title: ['内容', 'Content'], fields: ['name', 'planId'] }],
  access: { read: everyone(), write: everyone() },
});

const writer = { id: '1', name: '张明', departments: ['21'] };
const formOf = () => createFormStore(answer, { writer, today: '2026-01-01' });
const faultsOf = (form: ReturnType<typeof formOf>) => [...form.state().faults.keys()];

test('rules and values wait until the facts of what is chosen have come', () => {
  const form = formOf();
  form.fill({ name: '甲', planId: '7' });
  form.revalidate();
  expect(faultsOf(form)).toEqual([]);
  form.takeFacts(form.factsKey() ?? '', { plan: { open: '0', code: 'P7' } });
  expect(faultsOf(form)).toEqual(['planId']);
  expect(form.state().values.planCode).toBe('P7');
});

test('a fault stays until the next facts have come, and stops nothing meanwhile', () => {
  const form = formOf();
  form.fill({ name: '甲', planId: '7' });
  form.takeFacts(form.factsKey() ?? '', { plan: { open: '0', code: 'P7' } });
  form.set('planId', '8');
  form.revalidate();
  expect(faultsOf(form)).toEqual(['planId']);
  expect(form.state().values.planCode).toBe('P7');
  expect(form.check('complete')).toEqual([]);
  form.takeFacts(form.factsKey() ?? '', { plan: { open: '1', code: 'P8' } });
  expect(faultsOf(form)).toEqual([]);
  expect(form.state().values.planCode).toBe('P8');
});

test('facts of an earlier choice are dropped', () => {
  const form = formOf();
  form.fill({ name: '甲', planId: '8' });
  form.takeFacts(factsKey(answer, { planId: '7' }) ?? '', { plan: { open: '0', code: 'P7' } });
  form.revalidate();
  expect(faultsOf(form)).toEqual([]);
});
