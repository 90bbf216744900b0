import { any, handles, own, withStatus } from '@keyan/kernel/access.ts';
import { f } from '@keyan/kernel/field.ts';
import { defineResource, type View } from '@keyan/kernel/resource.ts';
import type { Status } from '@keyan/kernel/status.ts';
import { defineProcess } from '@keyan/kernel/workflow/chain.ts';
import { describe, expect, it } from 'vitest';
import type { WireRow } from '../data/calls.ts';
import { fitting, isOfOneStatus, type Looker, verbLabel, verbsFor } from './actions.ts';

const desk: View<'name'> = {
  label: ['登记', 'Register'],
  code: 'thing',
  path: '/things',
  scope: own(),
  actions: ['add', 'edit', 'view', 'delete', 'submit', 'recall', 'backDraft', 'copy'],
};
const review: View<'name'> = {
  label: ['审核', 'Review'],
  code: 'thingAudit',
  path: '/thingsAudit',
  scope: handles('todo'),
  done: handles('done'),
  actions: ['view', 'audit', 'backDraft'],
};
const shelf: View<'name'> = {
  label: ['库', 'Library'],
  code: 'thingLib',
  path: '/thingsLib',
  scope: withStatus('2'),
  actions: ['view', 'backDraft', 'abolish'],
};

const thing = defineResource({
  key: 'thing',
  label: ['物', 'Thing'],
  path: 'things',
  title: 'name',
  fields: { name: f.text(['名称', 'Name']) },
  views: { desk, review, shelf },
  list: { columns: ['name'], filters: [], sort: '-name' },
  form: [{ key: 'all', title: ['全部', 'All'], fields: ['name'] }],
  access: { read: any(own()), write: own() },
  processes: [
    defineProcess('thing', ['物', 'Thing'], [{ key: 'a', label: ['审', 'A'], candidates: [] }]),
  ],
});

const looker = (view: View<'name'>, more: Partial<Looker> = {}): Looker => ({
  resource: thing,
  view,
  done: false,
  userId: '1',
  permissions: new Set(view.actions.map((action) => `${view.code}_${action}`)),
  ...more,
});

const row = (auditStatus: Status, more: Partial<WireRow> = {}): WireRow => ({
  id: '9',
  version: 1,
  createUser: '1',
  auditStatus,
  ...more,
});

describe('the verbs of a row', () => {
  it.each<[Status, string[]]>([
    ['0', ['edit', 'submit', 'view', 'copy', 'backDraft', 'remove']],
    ['1', ['view', 'recall', 'copy']],
    ['2', ['view', 'copy']],
    ['3', ['edit', 'submit', 'view', 'copy', 'backDraft', 'remove']],
    ['4', ['view', 'copy']],
    ['6', ['view', 'copy']],
  ])('fit status %s', (status, expected) => {
    const without = status === '0' ? expected.filter((name) => name !== 'backDraft') : expected;
    expect(verbsFor(row(status), looker(desk))).toEqual(without);
  });

  it('leave out what the person has no code for, and what is somebody else’s', () => {
    const permissions = new Set(['thing_view', 'thing_edit']);
    expect(verbsFor(row('0'), looker(desk, { permissions }))).toEqual(['edit', 'view']);
    expect(verbsFor(row('0', { createUser: '2' }), looker(desk))).toEqual(['view', 'copy']);
  });

  it('close recalling once a step is done', () => {
    const steps = [{ key: 'a', label: '审', state: 'done' as const }];
    expect(verbsFor(row('1', { steps }), looker(desk))).not.toContain('recall');
  });

  it('follow what the tenant allows beyond the table', () => {
    const steps = [{ key: 'a', label: '审', state: 'done' as const }];
    const free = looker(desk, { allowances: ['resubmitRefused', 'recallAnytime'] });
    expect(verbsFor(row('4'), free)).toEqual(['edit', 'submit', 'view', 'copy']);
    expect(verbsFor(row('4', { createUser: '2' }), free)).toEqual(['view', 'copy']);
    expect(verbsFor(row('1', { steps }), free)).toContain('recall');
  });

  it('offer handling only where the row waits for the reader', () => {
    expect(verbsFor(row('1'), looker(review))[0]).toBe('handle');
    expect(verbsFor(row('1'), looker(review, { done: true }))).not.toContain('handle');
  });

  it('let the office set back and declare void', () => {
    expect(verbsFor(row('2', { createUser: '2' }), looker(shelf))).toEqual([
      'view',
      'backDraft',
      'abolish',
    ]);
    expect(isOfOneStatus(shelf)).toBe(true);
  });

  it('call revising by its name', () => {
    expect(verbLabel('edit', row('3'))[0]).toBe('修改');
    expect(verbLabel('edit', row('0'))[0]).toBe('编辑');
  });

  it('fit some of the chosen', () => {
    const chosen = [row('0'), row('1'), row('3')];
    expect(fitting('submit', chosen, looker(desk))).toHaveLength(2);
  });
});
