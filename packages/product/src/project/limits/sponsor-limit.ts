import { everyone, permission } from '@keyan/kernel/access/scope.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { allActionsFor, readerActions } from '../../shared/grants.ts';
import { sponsorLimit as limit } from './limit-fields.ts';

const code = 'sponsorLimit';

/**
 * 限项规则: maximum number of applications and projects per person, as a sponsor’s guide counts
 * them.
 */
export const sponsorLimit = defineResource({
  key: 'sponsorLimit',
  label: limit.label,
  words: { plural: ['限项规则', 'Sponsor limits'] },
  path: 'kh-edu-research/sponsorLimit',
  title: 'limitName',
  scarce: {
    records: 'few',
    because: 'a sponsor has a handful of rules on how many projects one may have',
  },
  fields: limit.fields,
  states: { field: 'status', initial: '1' },
  actions: {
    enable: { label: ['启用', 'Enable'], from: ['0'], to: '1', at: 'selection' },
    disable: {
      label: ['停用', 'Disable'],
      from: ['1'],
      to: '0',
      at: 'selection',
      ask: [
        '停用后申报不再按该规则校验，确定停用？',
        'Applications are no longer checked against this rule. Disable it?',
      ],
    },
  },
  validators: [
    {
      fields: ['applying', 'holding', 'held'],
      check: ({ applying, holding, held }) =>
        [applying, holding, held].every((parts) => (parts ?? []).length === 0)
          ? ['请至少选择一种计入的项目', 'Choose at least one kind of project to count']
          : null,
    },
  ],
  list: {
    columns: [
      'limitName',
      'resource',
      'parts',
      'ranks',
      'most',
      'planYear',
      'level',
      'status',
      'document',
    ],
    filters: ['limitName', 'resource', 'planYear', 'status'],
    sort: 'limitName',
  },
  form: [
    {
      key: 'rule',
      title: ['规则', 'Rule'],
      fields: [
        'limitName',
        'resource',
        'planYear',
        'types',
        'parts',
        'ranks',
        'most',
        'itself',
        'level',
      ],
    },
    {
      key: 'counted',
      title: ['计入范围', 'What counts'],
      note: [
        '申请中指同一来源同一年度尚未有结果的申报；承担中指台账中在研、延期、逾期和结题中的项目',
        '“Applications” are undecided applications to the same source in the same year; “active projects” are registered projects in progress, extended, overdue or closing out',
      ],
      fields: [
        'applying',
        'holding',
        'held',
        'heldWindow',
        'countedTypes',
        'sameType',
        'endsFree',
        'joinedSince',
      ],
    },
    { key: 'source', title: ['依据', 'Basis'], fields: ['document', 'documentDate'] },
  ],
  specimen: () => ({ applying: ['1'], holding: ['1'], most: 99 }),
  access: { read: everyone(), write: permission(`${code}_edit`) },
  views: {
    all: {
      label: ['限项规则', 'Sponsor limits'],
      code,
      path: '/program/sponsorLimit',
      scope: everyone(),
      icon: 'ControlOutlined',
      menu: ['project', 2],
      grants: {
        ...allActionsFor('rd_admin', 'rd_project'),
        rd_leader: readerActions,
        dept_secretary: readerActions,
      },
      actions: [
        'add',
        'edit',
        'view',
        'delete',
        'enable',
        'disable',
        'import',
        'export',
        'history',
      ],
    },
  },
});
