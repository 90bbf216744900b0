import { anyScope, everyone, permission, withCode } from '@keyan/kernel/access/scope.ts';
import { f, type RowOf } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { attachmentCategories } from '../../shared/attachments.ts';
import { readerActions } from '../../shared/grants.ts';
import {
  deadlineMessage,
  importedReleaseStates,
  releaseActions,
  releaseCodes,
} from '../../shared/mechanisms/releasing.ts';
import { achievementGroup } from '../common/pages.ts';
import { prizeNotice as notice } from './faces.ts';
import { prizeQuotas } from './ledgers.ts';

type NoticeRow = RowOf<typeof notice.fields>;

/** Scope of the research office. */
const office = permission('pnotice_edit');

/** 评奖通知: prize for which achievements may be declared, with period and quotas. */
export const prizeNotice = defineResource({
  key: 'prizeNotice',
  label: notice.label,
  words: { plural: ['评奖通知', 'Prize notices'] },
  path: 'kh-edu-research/prizeNotice',
  title: 'noticeName',
  fields: {
    ...notice.fields,
    recommended: f.integer(['院系已推荐', 'Recommended']).balance(prizeQuotas, 'recommended'),
    content: f.rich(['通知内容', 'Content']).max(20_000).required(),
    attachments: f.files(['附件（申报书模板）', 'Attachments'], attachmentCategories('01', '99')),
  },
  list: {
    columns: [
      'status',
      'noticeName',
      'awardName',
      'awardType',
      'awardLevel',
      'year',
      'startTime',
      'endTime',
      'recommended',
    ],
    filters: ['noticeName', 'awardName', 'awardType', 'awardLevel', 'year', 'endTime', 'status'],
    sort: '-endTime',
  },
  form: [
    {
      key: 'prize',
      title: ['奖项', 'Prize'],
      fields: ['noticeName', 'awardName', 'awardType', 'awardLevel', 'awardUnit', 'year'],
    },
    { key: 'times', title: ['时间', 'Dates'], fields: ['startTime', 'endTime'] },
    {
      key: 'limits',
      title: ['限额与评审', 'Limits and review'],
      note: ['限额不填表示不限', 'An empty quota means no limit'],
      fields: ['quota', 'deptQuota', 'personLimit', 'needReview'],
      shown: ['recommended'],
    },
    { key: 'content', title: ['通知内容', 'Content'], fields: ['content'] },
    { key: 'attachments', title: ['附件', 'Attachments'], fields: ['attachments'] },
  ],
  validators: [
    {
      fields: ['endTime', 'startTime'],
      check: ({ startTime, endTime }) =>
        startTime && endTime && endTime <= startTime
          ? ['【申报截止】应晚于申报开始', 'The closing time must be after the opening time']
          : null,
    },
    {
      fields: ['deptQuota', 'quota'],
      check: ({ quota, deptQuota }) =>
        quota !== null && deptQuota !== null && deptQuota > quota
          ? ['【院系限额】不能大于推荐限额', 'A college’s quota cannot exceed the total quota']
          : null,
    },
  ],
  states: importedReleaseStates,
  actions: releaseActions({ publish: 'release', withdraw: 'handleRecall' }, [
    {
      type: deadlineMessage,
      title: ['评奖通知：{name}', 'Prize notice: {name}'],
      content: [
        '【{name}】已发布，申报截止 {end}，请在截止前提交申报。',
        '“{name}” has been published; applications close on {end}. Please submit yours before then.',
      ],
      words: ({ noticeName, endTime }: Pick<NoticeRow, 'noticeName' | 'endTime'>) => ({
        name: noticeName ?? '',
        end: (endTime ?? '').slice(0, 16),
      }),
      to: [{ role: 'teacher' }],
    },
  ]),
  access: {
    read: anyScope(withCode('status', releaseCodes.published, releaseCodes.closed), office),
    write: office,
  },
  views: {
    all: {
      label: ['评奖通知', 'Prize notices'],
      code: 'pnotice',
      path: '/achievement/prizeNotice',
      scope: everyone(),
      menu: [achievementGroup('pdeclare'), 0],
      grants: {
        rd_admin: 'all',
        rd_achieve: 'all',
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
  // Specimen is always within its period and has unused quota.
  specimen: () => ({
    startTime: '2020-03-01 08:00:00',
    endTime: '2099-12-31 17:00:00',
    quota: 900,
    deptQuota: 900,
    personLimit: 99,
    needReview: '0',
  }),
});
