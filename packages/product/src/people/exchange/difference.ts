import { departmentScope, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { dept } from '../../shared/references/refs.ts';
import { personnelItem } from '../change-items.ts';
import { personnelFile } from '../faces.ts';
import { differenceKind, differenceStatus, differenceStatusCodes } from './dictionaries.ts';

/** Permission code for comparing staff lists. */
export const compareCode = 'pdiff_compare';

/**
 * 人事差异: difference between the personnel office’s staff list and a file. Takes effect only when
 * the department’s secretary or the office accepts it. Until then the listed value is stored in
 * `personnel_difference_value`, which no call reads, so that masks and secret fields are respected.
 */
export const personnelDifference = defineResource({
  key: 'personnelDifference',
  label: ['人事差异', 'HR difference'],
  words: { plural: ['人事差异', 'HR differences'] },
  path: 'kh-edu-research/personnelDifference',
  title: 'name',
  fields: {
    batchNum: f.text(['比对批次', 'Comparison']).max(30).computed().searchable(),
    kind: f.dict(['差异类型', 'Type'], differenceKind).computed(),
    jobNum: f.text(['工号', 'Staff no.']).max(20).computed().searchable(),
    name: f.text(['姓名', 'Name']).max(50).computed().searchable('names'),
    // Department whose secretary settles the difference; for a new person, the department on the
    // list.
    fkDeptId: f.ref(['所属部门', 'Department'], dept).computed(),
    personnelId: f.ref(['科研人员档案', 'Personnel file'], personnelFile).computed(),
    item: f.dict(['变更事项', 'Item'], personnelItem).computed(),
    before: f.text(['档案内容', 'Personnel file']).max(500).computed(),
    after: f.text(['人事名单内容', 'HR staff list']).max(500).computed(),
    status: f
      .dict(['处理状态', 'State'], differenceStatus)
      .computed()
      .initial(differenceStatusCodes.open),
    settleTime: f.time(['处理时间', 'Settled']).computed(),
  },
  states: { field: 'status', initial: differenceStatusCodes.open },
  actions: {
    accept: {
      label: ['采纳', 'Accept'],
      from: [differenceStatusCodes.open],
      to: differenceStatusCodes.accepted,
      at: 'selection',
      ask: [
        '采纳后档案按人事名单变更，确定采纳？',
        'The personnel file is changed by the HR staff list. Accept?',
      ],
      set: (_row, _input, { now }) => ({ settleTime: now }),
      done: ['已采纳，档案已变更', 'Accepted; the file has changed'],
    },
    refuse: {
      label: ['不采纳', 'Reject'],
      from: [differenceStatusCodes.open],
      to: differenceStatusCodes.refused,
      at: 'selection',
      form: { reason: f.note(['原因', 'Reason']).max(500) },
      set: (_row, _input, { now }) => ({ settleTime: now }),
      done: ['已处理，档案不变', 'Settled; the file is unchanged'],
    },
    // Set when a newer comparison replaces the difference.
    outdate: {
      label: ['过期', 'Outdated'],
      from: [differenceStatusCodes.open],
      to: differenceStatusCodes.outdated,
      by: 'effect',
    },
  },
  list: {
    columns: ['name', 'jobNum', 'fkDeptId', 'kind', 'item', 'before', 'after', 'status'],
    filters: ['batchNum', 'kind', 'item', 'jobNum', 'fkDeptId', 'status', 'settleTime'],
    sort: 'jobNum',
  },
  form: [
    {
      key: 'person',
      title: ['人员', 'Person'],
      fields: ['name', 'jobNum', 'fkDeptId', 'personnelId'],
    },
    {
      key: 'difference',
      title: ['差异', 'Difference'],
      fields: ['kind', 'item', 'before', 'after', 'batchNum', 'settleTime'],
    },
  ],
  access: { read: departmentScope('fkDeptId'), write: departmentScope('fkDeptId') },
  views: {
    all: {
      label: ['人事差异', 'HR differences'],
      code: 'pdiff',
      path: '/management/difference',
      icon: 'FileTextOutlined',
      note: [
        '人事名单与档案的差异，逐条或批量采纳后才写入档案',
        'Differences between the HR staff list and personnel files; files change only when a difference is accepted',
      ],
      scope: permission('pdiff'),
      menu: ['person', 6],
      actions: ['view', 'accept', 'refuse', 'export', 'history'],
      grants: { admin: 'all', rd_admin: 'all', dept_secretary: 'all' },
      rights: [
        {
          code: compareCode,
          label: ['比对人事名单', 'Compare HR staff list'],
          roles: ['admin', 'rd_admin'],
        },
      ],
    },
  },
});
