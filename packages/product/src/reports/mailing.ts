import type { Grants } from '@keyan/kernel/access/grants.ts';
import { anyScope, namingActor, own, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { dictionary } from '@keyan/kernel/values/dictionary.ts';
import { dateOfText, timeText } from '@keyan/kernel/values/time.ts';
import { enableStatus } from '../shared/dictionaries.ts';
import { allActionsFor } from '../shared/grants.ts';
import { type MailingPlan, mailingPeriodCodes, nextMailing } from './mailing-times.ts';
import { report } from './report.ts';

export const mailingPeriod = dictionary(
  'mailingPeriod',
  ['发送周期', 'Period'],
  [
    [mailingPeriodCodes.daily, '每天', 'Daily'],
    [mailingPeriodCodes.weekly, '每周', 'Weekly'],
    [mailingPeriodCodes.monthly, '每月', 'Monthly'],
  ],
);

export const weekdays = dictionary(
  'weekdays',
  ['星期', 'Weekday'],
  [
    ['1', '星期一', 'Monday'],
    ['2', '星期二', 'Tuesday'],
    ['3', '星期三', 'Wednesday'],
    ['4', '星期四', 'Thursday'],
    ['5', '星期五', 'Friday'],
    ['6', '星期六', 'Saturday'],
    ['7', '星期日', 'Sunday'],
  ],
);

/** Forms of delivery: workbook, PDF, or link only. */
export const mailingForm = dictionary(
  'mailingForm',
  ['发送形式', 'Form'],
  [
    ['attach', '附 Excel', 'Excel attached'],
    ['pdf', '附 PDF', 'PDF attached'],
    ['link', '仅链接', 'Link only'],
  ],
);

/** Codes of the dictionary `enableStatus`. */
export const mailingStatusCodes = { off: '0', on: '1' } as const;

/** Next time of a plan after a moment. */
const goingOn = (row: MailingPlan, now: string) => {
  const next = nextMailing(row, dateOfText(now));
  return { nextTime: next && timeText(next) };
};

/** Path of the subscriptions page. */
export const mailingPage = '/report/mailing';

const scope = anyScope(own(), namingActor('roles', 'roles'), permission('report_edit'));

const kept: Grants[string] = ['add', 'edit', 'view', 'delete', 'pause', 'resume', 'history'];

/**
 * 报表订阅: regular delivery of a report to its owner or to holders of roles; each receiver gets
 * the data that they may read.
 */
export const reportMailing = defineResource({
  key: 'reportMailing',
  label: ['报表订阅', 'Report subscription'],
  table: 'report_mailing',
  path: 'kh-edu-research/reportMailing',
  scarce: { records: 'few', because: 'few people want a report every week' },
  title: 'mailingName',
  englishTitle: 'mailingNameEn',
  fields: {
    reportId: f.ref(['报表', 'Report'], report).requiredInDraft().listed(['订阅', 'Subscriptions']),
    mailingName: f.text(['名称', 'Name']).max(120).computed().searchable(),
    mailingNameEn: f.text(['英文名称', 'English name']).max(120).computed().searchable(),
    period: f
      .dict(['发送周期', 'Period'], mailingPeriod)
      .required()
      .initial(mailingPeriodCodes.weekly),
    weekday: f
      .dict(['星期', 'Weekday'], weekdays)
      .required()
      .initial('1')
      .when(({ period }) => period === mailingPeriodCodes.weekly),
    monthDay: f
      .integer(['日期', 'Day of the month'])
      .required()
      .between(1, 31)
      .initial(1)
      .when(({ period }) => period === mailingPeriodCodes.monthly)
      .help(['当月没有该日时为最后一天', 'The last day if the month is shorter']),
    hour: f.integer(['时刻（0–23 时）', 'Hour (0–23)']).required().between(0, 23).initial(8),
    form: f.dict(['发送形式', 'Form'], mailingForm).required().initial('attach'),
    roles: f
      .text(['发送给角色', 'Send to roles'])
      .max(600)
      .format({
        test: (value) => /^\w{1,60}(,\w{1,60})*$/.test(value),
        message: [
          '角色应为以逗号分隔的角色别名，如 rd_leader,rd_admin',
          'Roles must be role aliases separated by commas, such as rd_leader,rd_admin',
        ],
        example: 'rd_leader',
        make: (serial) => `role_${serial}`,
      })
      .help([
        '不选只发给自己；每人收到的数字按本人权限计算',
        'If empty, only you receive it; figures follow each recipient’s permissions',
      ])
      // Empty in examples: only editors of reports may name roles.
      .specimen(() => null),
    remark: f.text(['备注', 'Remark']).max(200),
    nextTime: f.time(['下次发送', 'Next']).computed(),
    lastTime: f.time(['上次发送', 'Last sent']).computed(),
    status: f.dict(['状态', 'Status'], enableStatus).computed().initial(mailingStatusCodes.on),
  },
  states: {
    field: 'status',
    initial: mailingStatusCodes.on,
    editable: [mailingStatusCodes.off, mailingStatusCodes.on],
  },
  actions: {
    pause: {
      label: ['暂停', 'Pause'],
      from: [mailingStatusCodes.on],
      to: mailingStatusCodes.off,
      done: ['已暂停', 'Paused'],
    },
    resume: {
      label: ['恢复', 'Resume'],
      from: [mailingStatusCodes.off],
      to: mailingStatusCodes.on,
      set: (row, _input, { now }) => goingOn(row, now),
      done: ['已恢复', 'Resumed'],
    },
    sent: {
      label: ['已发送', 'Sent'],
      from: [mailingStatusCodes.off, mailingStatusCodes.on],
      by: 'job',
      set: (row, _input, { now }) => ({ ...goingOn(row, now), lastTime: row.nextTime }),
    },
  },
  views: {
    manage: {
      label: ['报表订阅', 'Report subscriptions'],
      code: 'rmail',
      path: mailingPage,
      note: [
        '按周期把报表发到邮箱；每人收到的数字按本人权限计算，可随时退订',
        'Sends reports by e-mail on a schedule; figures follow each recipient’s permissions, and anyone can unsubscribe at any time',
      ],
      scope,
      actions: ['add', 'edit', 'view', 'delete', 'pause', 'resume', 'history'],
      menu: ['office', 4],
      icon: 'SendOutlined',
      grants: {
        ...allActionsFor('admin', 'rd_admin'),
        rd_project: kept,
        rd_achieve: kept,
        rd_fund: kept,
        rd_leader: kept,
        dept_secretary: kept,
        dept_leader: kept,
        finance: kept,
        school_leader: kept,
      },
    },
  },
  list: {
    columns: ['mailingName', 'reportId', 'form', 'roles', 'status', 'nextTime', 'lastTime'],
    filters: ['mailingName', 'period', 'status'],
    sort: 'mailingName',
  },
  form: [
    {
      key: 'plan',
      title: ['订阅', 'Subscription'],
      fields: ['reportId', 'period', 'weekday', 'monthDay', 'hour', 'form', 'roles', 'remark'],
      shown: ['nextTime', 'lastTime'],
    },
  ],
  access: { read: scope, write: anyScope(own(), permission('report_edit')) },
});

/** Mail of a subscription to one person. */
export interface MailedRow {
  readonly id: string;
  readonly receiver: string;
  /** Time at which the mail was due. */
  readonly slot: string;
  /** Delivery state; `none` if nothing was sent. */
  readonly state: string;
  readonly reason: string;
}

/** Reader’s relation to a subscription. */
export interface MailingState {
  readonly rows: readonly MailedRow[];
  /** True if the reader receives the report through a role. */
  readonly isMeant: boolean;
  /** True if the reader has unsubscribed. */
  readonly hasLeft: boolean;
}
