import { any, coded, every, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { dictionary } from '@keyan/kernel/values/dictionary.ts';
import { attachmentCategories } from '../shared/attachments.ts';
import { type Grants, reader } from '../shared/grants.ts';
import { dept } from '../shared/refs.ts';
import { released, releaseStates, releasing } from '../shared/releasing.ts';
import { sections } from './access.ts';
import { declarePlan as plan } from './faces.ts';

/** Horizontal projects come by contract: nobody declares them. */
const kinds = ['vertical', 'school', 'cultural'] as const;

export const deptQuotaMode = dictionary(
  'deptQuotaMode',
  ['院系限额方式', 'Department quota mode'],
  [
    ['0', '不限', 'None'],
    ['1', '统一限额', 'The same for all'],
    ['2', '按院系单独限额', 'One per department'],
  ],
);

export const reviewMode = dictionary(
  'reviewMode',
  ['评审方式', 'Review mode'],
  [
    ['1', '网络通讯评审', 'Online'],
    ['2', '会议评审', 'Panel'],
    ['3', '答辩评审', 'Oral defence'],
  ],
);

const grants: Grants = {
  rd_admin: 'all',
  rd_project: 'all',
  rd_leader: reader,
  dept_secretary: reader,
};

const codeOf = (kind: (typeof kinds)[number]): string => `${sections[kind].letter}_plan`;

/** Plans of the kinds whose page the office has, by the code of an action there. */
const ofOffice = (action: string) =>
  any(
    ...kinds.map((kind) =>
      every(coded('programKind', kind), permission(`${codeOf(kind)}_${action}`)),
    ),
  );

/** Is one moment or day not behind another? Both are there. */
const notAfter = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && other <= one;

/** 申报计划: what the research office lets people declare, from when to when, and how many. */
export const declarePlan = defineResource({
  key: 'declarePlan',
  label: plan.label,
  words: { plural: ['申报计划', 'Declaration plans'] },
  path: 'kh-edu-research/declarePlan',
  title: 'planName',
  number: { field: 'planCode', pattern: 'SB${yyyy}${seq3}' },
  fields: {
    ...plan.fields,
    deptEndTime: f.time(['院系审核截止时间', 'Deadline of departments']),
    schoolEndTime: f.time(['学校形式审查截止时间', 'Deadline of the school']),
    schoolQuota: f.integer(['学校限额', 'Quota of the school']).between(1, 99_999),
    deptQuotaMode: f
      .dict(['院系限额方式', 'Quota of departments'], deptQuotaMode)
      .required()
      .initial('0'),
    deptQuota: f
      .integer(['统一院系限额', 'Quota per department'])
      .between(1, 9999)
      .required()
      .when(({ deptQuotaMode: mode }) => mode === '1'),
    quotas: f
      .rows(['院系限额', 'Quotas of departments'], {
        deptId: f.ref(['院系', 'Department'], dept).required(),
        quota: f.integer(['限额', 'Quota']).between(0, 9999).required(),
      })
      .required()
      .when(({ deptQuotaMode: mode }) => mode === '2'),
    personLimit: f
      .integer(['负责人限报项数', 'Most per leader'])
      .between(1, 99)
      .required()
      .initial(1),
    joinLimit: f.integer(['参与限报项数', 'Most as leader or member']).between(1, 99),
    onGoingLimit: f.integer(['在研同级项目上限', 'Most projects under way']).between(1, 99),
    reviewMode: f
      .dict(['评审方式', 'Review mode'], reviewMode)
      .when(({ needReview }) => needReview === '1'),
    defaultFunds: f.money(['单项资助额度', 'Grant per item']).unit(['元', 'yuan']),
    deptIds: f
      .rows(['适用院系', 'Departments'], {
        deptId: f.ref(['院系', 'Department'], dept).required(),
      })
      .specimen(() => []),
    guide: f.rich(['申报指南', 'Guide']).max(20_000),
    attachments: f.files(['附件', 'Attachments'], attachmentCategories('01', '99')),
  },
  list: {
    columns: [
      'status',
      'planName',
      'planCode',
      'planYear',
      'resource',
      'level',
      'startTime',
      'endTime',
    ],
    filters: ['planName', 'planYear', 'resource', 'endTime', 'status'],
    sort: '-endTime',
  },
  form: [
    {
      key: 'plan',
      title: ['计划', 'Plan'],
      fields: ['planName', 'programKind', 'planYear', 'resource', 'level', 'fundMode'],
    },
    {
      key: 'times',
      title: ['时间', 'Times'],
      fields: ['startTime', 'endTime', 'deptEndTime', 'schoolEndTime'],
    },
    {
      key: 'limits',
      title: ['限额', 'Limits'],
      fields: [
        'schoolQuota',
        'deptQuotaMode',
        'deptQuota',
        'quotas',
        'personLimit',
        'joinLimit',
        'onGoingLimit',
        'defaultFunds',
      ],
    },
    { key: 'review', title: ['评审', 'Review'], fields: ['needReview', 'reviewMode'] },
    {
      key: 'departments',
      title: ['适用院系', 'Departments'],
      note: ['不填表示全校', 'None means the whole university'],
      fields: ['deptIds'],
    },
    { key: 'guide', title: ['申报指南', 'Guide'], fields: ['guide'] },
    { key: 'attachments', title: ['附件', 'Attachments'], fields: ['attachments'] },
  ],
  validators: [
    {
      fields: ['endTime', 'startTime'],
      check: ({ startTime, endTime }) =>
        notAfter(startTime, endTime)
          ? ['【申报截止时间】应晚于申报开始时间', 'It has to close after it opens']
          : null,
    },
    {
      fields: ['deptEndTime', 'endTime'],
      check: ({ endTime, deptEndTime }) =>
        notAfter(endTime, deptEndTime)
          ? [
              '【院系审核截止时间】应晚于申报截止时间',
              'Departments need time after the declarations close',
            ]
          : null,
    },
    {
      fields: ['schoolEndTime', 'deptEndTime', 'endTime'],
      check: ({ endTime, deptEndTime, schoolEndTime }) =>
        notAfter(deptEndTime ?? endTime, schoolEndTime)
          ? [
              '【学校形式审查截止时间】应晚于院系审核截止时间',
              'The school needs time after the departments',
            ]
          : null,
    },
    {
      fields: ['quotas'],
      check: ({ quotas }) => {
        const named = (quotas ?? []).map(({ deptId }) => deptId);
        const again = named.findIndex((one, index) => named.indexOf(one) < index);
        return again < 0
          ? null
          : [
              {
                path: `quotas.${again}.deptId`,
                message: ['该院系已有限额', 'This department has a quota already'],
              },
            ];
      },
    },
  ],
  states: releaseStates,
  actions: releasing({ publish: 'publishPlan', withdraw: 'recall' }),
  access: {
    read: any(coded('status', released.published, released.closed), ofOffice('edit')),
    write: ofOffice('edit'),
  },
  views: Object.fromEntries(
    kinds.map((kind) => [
      kind,
      {
        label: ['申报计划', 'Declaration plans'] as const,
        code: codeOf(kind),
        path: `/program/${kind}/declarePlan`,
        scope: coded('programKind', kind),
        menu: [kind, 1] as const,
        grants,
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
        ] as const,
      },
    ]),
  ),
  specimen: (draw) => ({
    programKind: draw.pick(kinds),
    planYear: 2027,
    startTime: '2026-12-01 08:00:00',
    endTime: `2027-0${draw.int(2, 4)}-20 17:00:00`,
    deptEndTime: '2027-05-10 17:00:00',
    schoolEndTime: '2027-05-30 17:00:00',
  }),
});
