import { anyScope, everyScope, permission, withCode } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { attachmentCategories } from '../../shared/attachments.ts';
import { readerActions } from '../../shared/grants.ts';
import {
  importedReleaseStates,
  openForAnswers,
  releaseActions,
  releaseCodes,
} from '../../shared/mechanisms/releasing.ts';
import { checkType } from '../common/dictionaries.ts';
import { checkBatch as batch } from '../common/faces.ts';

/** Permission of the project section. */
const office = permission('checkBatch_edit');

/**
 * Reference to the batch that a report or conclusion belongs to; empty for one filed independently.
 */
export const checkBatchReference = (type: string, listed: Label) =>
  f
    .ref(batch.label, batch)
    .among(everyScope(openForAnswers, withCode('batchType', type)))
    .listed(listed);

/**
 * 检查（结题）批次: request to projects for reports or conclusions, with deadline and optional
 * expert review.
 */
export const checkBatch = defineResource({
  key: 'checkBatch',
  label: batch.label,
  words: {
    plural: ['检查（结题）批次', 'Check (closeout) batches'],
    add: ['新建批次', 'New batch'],
    edit: ['编辑批次', 'Edit batch'],
  },
  path: 'kh-edu-research/checkBatch',
  scarce: { records: 'few', because: 'an office sends out a few batches a year' },
  title: 'batchName',
  fields: {
    ...batch.fields,
    checkType: f
      .dict(['检查类型', 'Check type'], checkType)
      .required()
      .when(({ batchType }) => batchType === '1'),
    guide: f.rich(['填报要求', 'Instructions']).max(20_000),
    attachments: f.files(['附件', 'Attachments'], attachmentCategories('01', '99')),
  },
  list: {
    columns: ['status', 'batchName', 'batchType', 'batchYear', 'natures', 'needReview', 'endTime'],
    filters: ['batchName', 'batchType', 'batchYear', 'natures', 'endTime', 'status'],
    sort: '-endTime',
    displays: {
      calendar: ['startTime', 'endTime'],
      timeline: { from: 'startTime', to: 'endTime' },
      board: 'status',
    },
  },
  form: [
    {
      key: 'batch',
      title: ['批次', 'Batch'],
      fields: ['batchName', 'batchType', 'checkType', 'batchYear', 'natures'],
    },
    { key: 'times', title: ['时间', 'Dates'], fields: ['startTime', 'endTime'] },
    { key: 'review', title: ['评审', 'Review'], fields: ['needReview'] },
    { key: 'guide', title: ['填报要求', 'Instructions'], fields: ['guide', 'attachments'] },
  ],
  validators: [
    {
      fields: ['endTime', 'startTime'],
      check: ({ startTime, endTime }) =>
        startTime && endTime && endTime <= startTime
          ? ['【截止时间】应晚于开始时间', 'The closing time must be later than the opening time']
          : null,
    },
  ],
  states: importedReleaseStates,
  actions: releaseActions({ publish: 'publish', withdraw: 'withdraw' }),
  access: {
    read: anyScope(withCode('status', releaseCodes.published, releaseCodes.closed), office),
    write: office,
  },
  views: {
    all: {
      label: ['检查（结题）批次', 'Check (closeout) batches'],
      code: 'checkBatch',
      path: '/program/checkBatch',
      note: [
        '通知项目负责人提交检查报告或结题',
        'Notifies project leaders to submit progress reports or closeouts',
      ],
      icon: 'CarryOutOutlined',
      scope: anyScope(withCode('status', releaseCodes.published, releaseCodes.closed), office),
      menu: ['project', 9],
      grants: {
        rd_admin: 'all',
        rd_project: 'all',
        rd_leader: readerActions,
        dept_secretary: readerActions,
        dept_leader: readerActions,
        teacher: readerActions,
      },
      actions: [
        'add',
        'edit',
        'view',
        'delete',
        'publish',
        'withdraw',
        'import',
        'export',
        'history',
      ],
    },
  },
  // Batch of tests: open at any time, without expert review.
  specimen: (draw) => ({
    batchType: '1',
    batchYear: draw.today ? Number(draw.today.slice(0, 4)) : 2026,
    natures: ['vertical', 'school', 'cultural'],
    startTime: '2020-03-01 08:00:00',
    endTime: '2099-12-31 17:00:00',
    needReview: '0',
  }),
});
