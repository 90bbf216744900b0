import { anyScope, handles, own, withStatus } from '@keyan/kernel/access/scope.ts';
import type { Status } from '@keyan/kernel/access/status.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineProcess } from '@keyan/kernel/definition/life/process.ts';
import { defineResource, type View } from '@keyan/kernel/definition/resource.ts';
import { describe, expect, it, test } from 'vitest';
import type { WireRow } from '../data/calls.ts';
import {
  type ActionContext,
  actionLabel,
  actionsFor,
  applicableRows,
  isOfOneStatus,
  isTodoPage,
  recordPageActions,
  refusalOfAction,
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
  access: { read: anyScope(own()), write: own(), copies: 'all' },
  processes: [
    defineProcess('thing', ['物', 'Thing'], [{ key: 'a', label: ['审', 'A'], candidates: [] }]),
  ],
});

const context = (view: View<'name'>, more: Partial<ActionContext> = {}): ActionContext => ({
  resource: thing,
  view,
  done: false,
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
  it('are those that the server sent with it, in the order of importance', () => {
    const abilities = ['remove', 'recall', 'edit', 'backDraft'] as const;
    expect(actionsFor(row('1', { abilities }), context(desk))).toEqual([
      'edit',
      'view',
      'recall',
      'backDraft',
      'remove',
    ]);
  });

  it('are viewing alone where the server sent none', () => {
    expect(actionsFor(row('0'), context(desk))).toEqual(['view']);
    expect(actionsFor(row('0'), context(desk, { permissions: new Set() }))).toEqual([]);
  });

  it('need no rule of the page: status, author and permission codes change nothing', () => {
    const abilities = ['abolish', 'submit'] as const;
    const stranger = row('6', { createUser: '2', abilities });
    const none = context(desk, { permissions: new Set() });
    expect(actionsFor(stranger, none)).toEqual(['submit', 'abolish']);
  });

  it('in the head of a record are those that its detail permits, without editing', () => {
    const allowed = { allowed: true };
    const permissions = { edit: allowed, recall: { allowed: false }, backDraft: allowed };
    expect(recordPageActions(thing, row('3', { permissions }))).toEqual(['backDraft']);
    expect(recordPageActions(thing, row('1', { permissions: { recall: allowed } }))).toEqual([
      'recall',
    ]);
    expect(recordPageActions(thing, row('4', { permissions: { remove: allowed } }))).toEqual([
      'remove',
    ]);
    expect(recordPageActions(thing, row('4'))).toEqual([]);
  });

  it('leave out what is done to a part of a record: its button stands beside the part', () => {
    const label = ['退回', 'Give back'] as const;
    const parted = {
      ...thing,
      actions: { whole: { label, from: [] }, part: { label, from: [], at: 'part' as const } },
    };
    const allowed = { allowed: true };
    const permissions = { whole: allowed, part: allowed };
    expect(recordPageActions(parted, row('2', { permissions }))).toEqual(['whole']);
    const listed = row('2', { abilities: ['whole', 'part'] });
    expect(actionsFor(listed, { ...context(shelf), resource: parted })).toEqual(['whole', 'view']);
  });

  it('shows what waits for its condition alone, with the reason', () => {
    const permissions = {
      recall: { allowed: false, reason: 'not yet', told: true },
      remove: { allowed: false, reason: 'never' },
    } as const;
    expect(recordPageActions(thing, row('1', { permissions }))).toEqual(['recall']);
    expect(refusalOfAction(thing, 'recall', row('1', { permissions }))).toBe('not yet');
    expect(refusalOfAction(thing, 'remove', row('1', { permissions }))).toBeUndefined();
  });

  it('label editing a returned record as revising', () => {
    expect(actionLabel(thing, 'edit', row('3'))[0]).toBe('修改');
    expect(actionLabel(thing, 'edit', row('0'))[0]).toBe('编辑');
  });

  it('apply to some of the selected rows', () => {
    const chosen = [row('0', { abilities: ['submit'] }), row('1', { abilities: [] }), row('3')];
    expect(applicableRows('submit', chosen, context(desk))).toEqual([chosen[0]]);
  });
});

test('a view of one status, and a page of tasks', () => {
  expect([desk, shelf].map(isOfOneStatus)).toEqual([false, true]);
  expect(isTodoPage({ view: review, done: false })).toBe(true);
  expect(isTodoPage({ view: review, done: true })).toBe(false);
});
