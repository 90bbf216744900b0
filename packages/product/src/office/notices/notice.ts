import {
  anyScope,
  everyone,
  everyScope,
  inPeriod,
  namingActor,
  own,
  permission,
  withCode,
} from '@keyan/kernel/access/scope.ts';
import { attachmentCategory } from '@keyan/kernel/definition/field/categories.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { after } from '@keyan/kernel/definition/life/due.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { noticeStatus, noticeTypeCode, yesNo } from '../../shared/dictionaries.ts';
import { allActionsFor } from '../../shared/grants.ts';
import { user } from '../../shared/references/refs.ts';
import { publisherRoles } from '../../shared/roles.ts';
import { noticeScope } from './dictionaries.ts';

/** Codes of the dictionary `noticeStatus`. */
export const noticeStatusCodes = {
  draft: '0',
  published: '1',
  withdrawn: '2',
  scheduled: '3',
} as const;

/** Codes of the dictionary `noticeScope`. */
export const noticeScopeCodes = { everybody: '1', departments: '2', roles: '3' } as const;

/** Audience ids of the current kind: ids of departments or aliases of roles. */
const meantFor = (fwlx: string | null, scopeIds: string | null): string | null => {
  if (typeof scopeIds !== 'string') return null;
  const departments = fwlx === noticeScopeCodes.departments;
  const fit = scopeIds.split(',').filter((one) => /^\d+$/.test(one) === departments);
  return fit.join(',') || null;
};

/**
 * 通知公告: notices of the research office. Publishers see all; others see published, valid notices
 * addressed to them. The rule is the record’s access, so lists, counts, details and attachments
 * agree.
 */
export const notice = defineResource({
  key: 'notice',
  label: ['通知公告', 'Notice'],
  words: { add: ['新增公告', 'New notice'], edit: ['编辑公告', 'Edit notice'] },
  table: 'notice',
  path: 'blade-desk/notice',
  title: 'bt',
  fields: {
    bt: f.text(['标题', 'Title']).requiredInDraft().max(200).searchable().alsoNamed('title'),
    lx: f.dict(['类型', 'Type'], noticeTypeCode).required().initial('1').alsoNamed('category'),
    content: f.rich(['正文', 'Content']).required(),
    fbsj: f.time(['发布时间', 'Published']).computed().alsoNamed('releaseTime'),
    fbr: f.ref(['发布人', 'Published by'], user).computed(),
    fwlx: f
      .dict(['发布范围', 'Audience'], noticeScope)
      .required()
      .initial(noticeScopeCodes.everybody),
    scopeIds: f
      .text(['范围', 'Departments or roles'])
      .required()
      .max(4000)
      .format({
        test: (value) => /^\w{1,40}(,\w{1,40})*$/.test(value),
        message: [
          '【范围】格式不正确（部门编号或角色别名，用逗号分隔）',
          'Department ids or role aliases, separated by commas',
        ],
        example: 'rd_admin',
      })
      .when(
        (row) => row.fwlx === noticeScopeCodes.departments || row.fwlx === noticeScopeCodes.roles,
      ),
    isTop: f.dict(['置顶', 'Pinned'], yesNo).initial('0'),
    topUntil: f
      .date(['置顶至', 'Pinned until'])
      .when((row) => row.isTop === '1')
      .help(['不填一直置顶', 'If empty, it stays pinned']),
    validDate: f.date(['有效期至', 'Valid to']),
    publishAt: f.time(['定时发布', 'Publish at']).computed(),
    remindedOn: f.date(['最近提醒', 'Last reminder']).computed(),
    readCount: f.integer(['阅读数', 'Reads']).computed().initial(0),
    status: f.dict(['状态', 'Status'], noticeStatus).computed().initial(noticeStatusCodes.draft),
    attachments: f.files(
      ['附件', 'Attachments'],
      [attachmentCategory('99', ['其他附件', 'Other'], { limit: 20 })],
    ),
  },
  views: {
    manage: {
      label: ['通知公告', 'Notices'],
      code: 'notice',
      path: '/desk/notice',
      note: [
        '发布后按范围显示在每个人的铃铛和首页里',
        'Once published, it appears in the bell and on the home page of its audience',
      ],
      scope: everyone(),
      actions: [
        'add',
        'edit',
        'view',
        'delete',
        'publish',
        'schedule',
        'unschedule',
        'withdraw',
        'history',
      ],
      menu: ['office', 1],
      icon: 'NotificationOutlined',
      grants: allActionsFor(...publisherRoles, 'dept_secretary'),
      rights: [
        {
          code: 'notice_manage',
          label: ['管理全部公告', 'Manage all notices'],
          roles: publisherRoles,
        },
      ],
    },
  },
  states: {
    field: 'status',
    initial: noticeStatusCodes.draft,
    editable: [noticeStatusCodes.draft, noticeStatusCodes.published, noticeStatusCodes.withdrawn],
  },
  actions: {
    publish: {
      label: ['发布', 'Publish'],
      from: [noticeStatusCodes.draft, noticeStatusCodes.withdrawn],
      to: noticeStatusCodes.published,
      ask: [
        '发布这条通知公告？范围内的人会立即看到',
        'Publish this notice? Its audience will see it at once',
      ],
      set: (_row, _input, { now, actor }) => ({ fbsj: now, fbr: actor }),
      done: ['发布成功', 'Published'],
    },
    schedule: {
      label: ['定时发布', 'Schedule'],
      from: [noticeStatusCodes.draft, noticeStatusCodes.withdrawn],
      to: noticeStatusCodes.scheduled,
      form: { publishAt: f.time(['发布时间', 'Publish at']).required() },
      faults: (_row, { publishAt }, { now }) =>
        (publishAt ?? now) > now
          ? []
          : [
              {
                path: 'publishAt',
                message: ['发布时间应晚于现在', 'The publishing time must be in the future'],
              },
            ],
      set: (_row, { publishAt }, { actor }) => ({ publishAt: publishAt ?? null, fbr: actor }),
      done: ['到时间自动发布', 'It will be published automatically at that time'],
    },
    unschedule: {
      label: ['取消定时', 'Cancel schedule'],
      from: [noticeStatusCodes.scheduled],
      to: noticeStatusCodes.draft,
      set: () => ({ publishAt: null }),
    },
    comeOut: {
      label: ['到时发布', 'Published on schedule'],
      from: [noticeStatusCodes.scheduled],
      to: noticeStatusCodes.published,
      by: after('publishAt'),
      set: ({ publishAt }) => ({ fbsj: publishAt }),
    },
    unpin: {
      label: ['置顶到期', 'Pin expired'],
      from: [noticeStatusCodes.published],
      by: after('topUntil'),
      set: () => ({ isTop: '0' as const, topUntil: null }),
    },
    withdraw: {
      label: ['撤销', 'Withdraw'],
      from: [noticeStatusCodes.published],
      to: noticeStatusCodes.withdrawn,
      ask: [
        '撤销这条通知公告？撤销后只有发布者能看到，可以重新发布',
        'Withdraw this notice? Only publishers will see it; it can be published again',
      ],
      done: ['撤销成功', 'Withdrawn'],
    },
  },
  list: {
    columns: ['status', 'bt', 'lx', 'fbsj', 'fbr', 'isTop', 'readCount'],
    filters: ['lx', 'status', 'fbsj', 'isTop'],
    sort: '-createTime',
  },
  form: [
    {
      key: 'notice',
      title: ['内容', 'Content'],
      fields: ['bt', 'lx', 'isTop', 'topUntil', 'content'],
      shown: ['publishAt'],
    },
    {
      key: 'audience',
      title: ['范围与期限', 'Audience and period'],
      fields: ['fwlx', 'scopeIds', 'validDate'],
    },
    { key: 'files', title: ['附件', 'Attachments'], fields: ['attachments'] },
  ],
  compute: ({ fwlx, scopeIds }) => ({ scopeIds: meantFor(fwlx, scopeIds) }),
  access: {
    read: anyScope(
      permission('notice'),
      everyScope(
        withCode('status', noticeStatusCodes.published),
        inPeriod(null, 'validDate'),
        anyScope(
          withCode('fwlx', noticeScopeCodes.everybody),
          everyScope(
            withCode('fwlx', noticeScopeCodes.departments),
            namingActor('scopeIds', 'departments'),
          ),
          everyScope(withCode('fwlx', noticeScopeCodes.roles), namingActor('scopeIds', 'roles')),
        ),
      ),
    ),
    write: anyScope(own(), permission('notice_manage')),
    pageless: true,
  },
});
