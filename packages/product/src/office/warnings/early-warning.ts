import { everyone, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { readerActions } from '../../shared/grants.ts';
import { notifyChannel, repeatMode, warnReceiver } from './dictionaries.ts';
import { earlyWarning as rule } from './faces.ts';
import { warningsLedger } from './ledgers.ts';

/** Parses a list of days such as `60,30,7`. */
export const daysInText = (text: string | null): readonly number[] =>
  (text ?? '')
    .split(/[,，、]/)
    .map((one) => one.trim())
    .filter(Boolean)
    .map(Number);

/** Hour and minute of a daily schedule such as `0 0 8 * * ?`; null for any other schedule. */
export const timeInPlan = (cron: string | null): { hour: number; minute: number } | null => {
  const [, minute, hour] = /^0 (\d{1,2}) (\d{1,2}) \* \* \?$/.exec((cron ?? '').trim()) ?? [];
  if (minute === undefined || hour === undefined) return null;
  const given = { hour: Number(hour), minute: Number(minute) };
  return given.hour < 24 && given.minute < 60 ? given : null;
};

const invalidDaysText: Label = [
  '请填写天数，以逗号分隔，如 60,30,7',
  'Enter days separated by commas, such as 60,30,7',
];

/** Targets with a threshold in percent instead of days. */
const measured = new Set<unknown>(['budget_rate', 'budget_over']);

/** 预警规则: a condition checked daily, with its receivers (spec §4, early-warning status). */
export const earlyWarning = defineResource({
  key: 'earlyWarning',
  label: rule.label,
  words: { plural: ['预警规则', 'Early-warning rules'] },
  path: 'kh-edu-research/earlyWarning',
  scarce: { records: 'few', because: 'there are twelve things to warn of' },
  title: 'warnName',
  englishTitle: 'warnNameEn',
  fields: {
    ...rule.fields,
    advanceDays: f
      .text(['提前（逾期）天数', 'Days before (after)'])
      .max(50)
      .required()
      .when(({ warnTarget: target }) => !measured.has(target))
      .specimen(() => '30,7'),
    threshold: f
      .percent(['阈值', 'Threshold'])
      .required()
      .when(({ warnTarget: target }) => measured.has(target)),
    receivers: f.dicts(['接收人', 'Recipients'], warnReceiver).required().initial(['person']),
    channels: f
      .dicts(['渠道', 'Channels'], notifyChannel)
      .required()
      .initial(['1'])
      .specimen(() => ['1'])
      .help([
        '站内消息总会发送；其余渠道须已启用，接收人自己选择的渠道不受影响',
        'The in-app message is always sent; other channels must be enabled. Channels that recipients chose themselves are not affected',
      ]),
    repeatMode: f
      .dict(['重复策略', 'Repeat'], repeatMode)
      .required()
      .initial('1')
      .specimen(() => '1')
      .help([
        '每日直至处理：未处理的预警每天合并为一条消息再次提醒',
        'Daily until resolved: open warnings are repeated every day in one message',
      ]),
    cron: f
      .text(['执行计划', 'Schedule'])
      .required()
      .max(50)
      .initial('0 0 8 * * ?')
      .help([
        '每日一次：秒 分 时 日 月 周，如 0 0 8 * * ?',
        'Once a day: second minute hour day month weekday, such as 0 0 8 * * ?',
      ])
      .specimen(() => '0 0 8 * * ?'),
    lastRunTime: f.time(['上次执行', 'Last run']).computed(),
    living: f.integer(['当前预警', 'Current warnings']).balance(warningsLedger, 'living'),
  },
  list: {
    columns: [
      'status',
      'warnName',
      'warnTarget',
      'levelColor',
      'advanceDays',
      'receivers',
      'living',
      'lastRunTime',
    ],
    filters: ['warnName', 'warnTarget', 'levelColor', 'status'],
    sort: 'createTime',
  },
  form: [
    {
      key: 'rule',
      title: ['预警规则', 'Rule'],
      fields: [
        'warnName',
        'warnNameEn',
        'warnTarget',
        'levelColor',
        'advanceDays',
        'threshold',
        'cron',
      ],
    },
    {
      key: 'told',
      title: ['通知', 'Message'],
      note: [
        '占位符：${programName} ${programNum} ${endDate} ${days} ${rate} ${balance} ${payer} ${amount} ${pjNumber} ${expectDate} ${period} ${patentName} ${feePaidTo} ${count} ${endTime} ${nodeName}',
        'Placeholders: ${programName} ${programNum} ${endDate} ${days} ${rate} ${balance} ${payer} ${amount} ${pjNumber} ${expectDate} ${period} ${patentName} ${feePaidTo} ${count} ${endTime} ${nodeName}',
      ],
      fields: ['receivers', 'channels', 'repeatMode', 'template', 'templateEn'],
    },
    {
      key: 'state',
      title: ['执行情况', 'Execution'],
      fields: [],
      shown: ['living', 'lastRunTime'],
    },
  ],
  validators: [
    {
      fields: ['advanceDays'],
      check: ({ advanceDays }) =>
        advanceDays === null ||
        daysInText(advanceDays).every((days) => Number.isInteger(days) && days >= 0 && days <= 3650)
          ? null
          : invalidDaysText,
    },
    {
      fields: ['cron'],
      check: ({ cron }) =>
        cron === null || timeInPlan(cron)
          ? null
          : [
              '执行计划无法识别，应为每日一次',
              'The schedule cannot be read; it must be once a day',
            ],
    },
  ],
  states: { field: 'status', initial: '0', editable: ['0', '1'] },
  actions: {
    enable: {
      label: ['启用', 'Enable'],
      from: ['0'],
      to: '1',
      at: 'selection',
      // Resets the last run, so that the next run sends each receiver one message about all
      // warnings.
      set: () => ({ lastRunTime: null }),
      starts: { job: 'run-warning', label: ['执行预警规则', 'Run a warning rule'] },
      done: ['已启用', 'Enabled'],
    },
    disable: {
      label: ['停用', 'Disable'],
      from: ['1'],
      to: '0',
      at: 'selection',
      starts: { job: 'run-warning', label: ['执行预警规则', 'Run a warning rule'] },
      done: ['已停用，其预警随即消失', 'Disabled; its warnings are removed'],
    },
    check: {
      label: ['立即执行', 'Run now'],
      from: ['1'],
      starts: { job: 'run-warning', label: ['执行预警规则', 'Run a warning rule'] },
      done: ['已开始执行', 'Run started'],
    },
    ran: {
      label: ['执行完成', 'Run completed'],
      from: ['0', '1'],
      by: 'job',
      set: (_row, _input, { now }) => ({ lastRunTime: now }),
    },
  },
  access: { read: everyone(), write: permission('warnrule_edit') },
  views: {
    all: {
      label: ['预警规则', 'Early-warning rules'],
      code: 'warnrule',
      path: '/office/earlyWarning',
      icon: 'ClockCircleOutlined',
      scope: everyone(),
      menu: ['office', 3],
      grants: { rd_admin: 'all', rd_leader: readerActions },
      actions: ['add', 'edit', 'view', 'delete', 'enable', 'disable', 'check', 'export', 'history'],
    },
  },
  specimen: () => ({ threshold: null, warnTarget: 'project_end' }),
});
