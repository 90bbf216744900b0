import { any, handles, own, withStatus } from '@keyan/kernel/access.ts';
import { f } from '@keyan/kernel/field.ts';
import { defineResource, type View } from '@keyan/kernel/resource.ts';
import type { Status } from '@keyan/kernel/status.ts';
import { defineProcess } from '@keyan/kernel/workflow/chain.ts';
import { describe, expect, it } from 'vitest';
import type { WireRow } from '../data/calls.ts';
import {
  type ActionContext,
  actionLabel,
  actionsFor,
  applicableRows,
  isOfOneStatus,
} from './actions.ts';

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

const context = (view: View<'name'>, more: Partial<ActionContext> = {}): ActionContext => ({
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

describe('the actions of a row', () => {
  it.each<[Status, string[]]>([
    ['0', ['edit', 'submit', 'view', 'copy', 'backDraft', 'remove']],
    ['1', ['view', 'recall', 'copy']],
    ['2', ['view', 'copy']],
    ['3', ['edit', 'submit', 'view', 'copy', 'backDraft', 'remove']],
    ['4', ['view', 'copy']],
    ['6', ['view', 'copy']],
  ])('apply by status %s', (status, expected) => {
    const without = status === '0' ? expected.filter((name) => name !== 'backDraft') : expected;
    expect(actionsFor(row(status), context(desk))).toEqual(without);
  });

  it('need the permission code, and own rows where they change them', () => {
    const permissions = new Set(['thing_view', 'thing_edit']);
    expect(actionsFor(row('0'), context(desk, { permissions }))).toEqual(['edit', 'view']);
    expect(actionsFor(row('0', { createUser: '2' }), context(desk))).toEqual(['view', 'copy']);
  });

  it('do not include recall once a step is done', () => {
    const steps = [{ key: 'a', label: '审', state: 'done' as const }];
    expect(actionsFor(row('1', { steps }), context(desk))).not.toContain('recall');
  });

  it('include what the tenant allows beyond the table of statuses', () => {
    const steps = [{ key: 'a', label: '审', state: 'done' as const }];
    const free = context(desk, { allowances: ['resubmitRefused', 'recallAnytime'] });
    expect(actionsFor(row('4'), free)).toEqual(['edit', 'submit', 'view', 'copy']);
    expect(actionsFor(row('4', { createUser: '2' }), free)).toEqual(['view', 'copy']);
    expect(actionsFor(row('1', { steps }), free)).toContain('recall');
  });

  it('include handle only for open tasks of the user', () => {
    expect(actionsFor(row('1'), context(review))[0]).toBe('handle');
    expect(actionsFor(row('1'), context(review, { done: true }))).not.toContain('handle');
  });

  it('let the office revert and void records', () => {
    expect(actionsFor(row('2', { createUser: '2' }), context(shelf))).toEqual([
      'view',
      'backDraft',
      'abolish',
    ]);
    expect(isOfOneStatus(shelf)).toBe(true);
  });

  it('label editing a returned record as revising', () => {
    expect(actionLabel('edit', row('3'))[0]).toBe('修改');
    expect(actionLabel('edit', row('0'))[0]).toBe('编辑');
  });

  it('apply to some of the selected rows', () => {
    const chosen = [row('0'), row('1'), row('3')];
    expect(applicableRows('submit', chosen, context(desk))).toHaveLength(2);
  });
});
