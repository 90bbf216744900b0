import { everyone, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { attachmentCategories } from '../shared/attachments.ts';
import { allActionsFor } from '../shared/grants.ts';
import { releaseCodes, releaseStates } from '../shared/mechanisms/releasing.ts';
import { scoreNorm as norm } from './faces.ts';

/** 计分标准: set of rules for scoring outputs, valid for a range of years. */
export const scoreNorm = defineResource({
  key: 'scoreNorm',
  label: norm.label,
  words: { plural: ['计分标准', 'Scoring norms'] },
  path: 'kh-edu-research/scoreNorm',
  scarce: { records: 'few', because: 'a university scores by one norm for years' },
  title: 'normName',
  fields: {
    ...norm.fields,
    representMost: f
      .integer(['代表作计分（每人最多）', 'Representative works counted (per person)'])
      .between(1, 20)
      .unit(['项', 'works'])
      .help([
        '不填则全部成果计分；填写后，每人每年只计本人提名的前若干项代表作，项目、经费和学术活动不受限',
        'If empty, all outputs count; otherwise only this many representative works that each person nominated per year. Projects, funds and activities are not affected',
      ]),
    fileNum: f.text(['文件号', 'Document no.']).max(50).searchable(),
    description: f.note(['说明', 'Description']).max(1000),
    attachments: f.files(['附件（文件）', 'Attachments'], attachmentCategories('99')),
  },
  list: {
    columns: ['status', 'normName', 'normYear', 'endYear', 'subjectClass', 'fileNum'],
    filters: ['normName', 'normYear', 'subjectClass', 'status'],
    sort: '-normYear',
  },
  form: [
    {
      key: 'norm',
      title: ['计分标准', 'Norm'],
      note: ['统计类别不填表示全部', 'Empty means all categories'],
      fields: [
        'normName',
        'normYear',
        'endYear',
        'subjectClass',
        'representMost',
        'fileNum',
        'description',
      ],
    },
    { key: 'attachments', title: ['附件', 'Attachments'], fields: ['attachments'] },
  ],
  validators: [
    {
      fields: ['endYear', 'normYear'],
      check: ({ normYear, endYear }) =>
        normYear !== null && endYear !== null && endYear < normYear
          ? ['【适用年度止】不能早于适用年度起', 'The end year must not be before the start year']
          : null,
    },
  ],
  states: releaseStates,
  actions: {
    publish: {
      label: ['发布', 'Release'],
      from: [releaseCodes.draft, releaseCodes.withdrawn],
      to: releaseCodes.published,
      at: 'selection',
      ask: [
        '发布后标准与规则不能再修改，确定发布？',
        'A released norm and its rules cannot be changed. Release it?',
      ],
      call: 'release',
      done: ['发布成功', 'Released'],
    },
    withdraw: {
      label: ['撤回发布', 'Withdraw'],
      from: [releaseCodes.published],
      to: releaseCodes.withdrawn,
      ask: [
        '撤回后可修改规则；已计算的批次保留结果，重新计算时按新规则。确定撤回？',
        'Its rules can then be changed; computed batches keep their results until computed again. Withdraw it?',
      ],
      call: 'recall',
      done: ['撤回成功', 'Withdrawn'],
      danger: true,
    },
    retire: {
      label: ['停用', 'Retire'],
      from: [releaseCodes.published],
      to: releaseCodes.closed,
      ask: [
        '停用后新批次不能再选用，确定停用？',
        'New batches will no longer be able to use it. Retire it?',
      ],
    },
  },
  access: { read: everyone(), write: permission('norm_edit') },
  views: {
    all: {
      label: ['计分标准', 'Scoring norms'],
      code: 'norm',
      path: '/score/norm',
      icon: 'FileTextOutlined',
      scope: everyone(),
      menu: ['scoreRules', 1],
      grants: allActionsFor('rd_admin', 'rd_achieve'),
      actions: [
        'add',
        'edit',
        'view',
        'delete',
        'publish',
        'withdraw',
        'retire',
        'import',
        'export',
        'history',
      ],
    },
  },
  specimen: () => ({ normYear: 2020, endYear: 2035 }),
});
