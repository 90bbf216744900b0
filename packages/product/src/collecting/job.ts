import { permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { dateOfText, timeText } from '@keyan/kernel/values/time.ts';
import { yesNo } from '../shared/dictionaries.ts';
import { isCron, nextScheduledTimes, readCron } from './cron.ts';
import { jobStates, jobStatus, spiderResult } from './dictionaries.ts';
import { proxy, subject, userAgent } from './faces.ts';
import { collectingGrants, spiderGroup, spiderService } from './service.ts';

const cronFault = (text: string | null): Label | null => {
  const read = readCron(text ?? '');
  return isCron(read) ? null : read;
};

/** Next time of the schedule after a moment; null if the schedule has no further time. */
export const nextRun = (cron: string | null, now: string): string | null => {
  const read = readCron(cron ?? '');
  const [next] = isCron(read) ? nextScheduledTimes(read, dateOfText(now), 1) : [];
  return next ? timeText(next) : null;
};

/** Name of the background job and label of a run. */
export const spiderRunJob = { job: 'spider-run', label: ['数据采集', 'Collection'] } as const;

const { stopped, running, paused, closed } = jobStates;

/**
 * 采集任务: collection of a subject, by schedule or by hand (spec §7). A job has one run at a time,
 * resumes at its cursor, and ends for good with `close`.
 */
export const spiderJob = defineResource({
  key: 'spiderJob',
  label: ['采集任务', 'Crawl job'],
  words: { plural: ['采集任务', 'Crawl jobs'] },
  path: `${spiderService}/job`,
  scarce: { records: 'few', because: 'a subject has one job' },
  title: 'jobName',
  fields: {
    jobName: f
      .text(['任务名称', 'Name'])
      .requiredInDraft()
      .max(50)
      .unique()
      .searchable()
      .specimen(({ serial }) => `每日采集本校合作成果 ${serial}`),
    subjectId: f.ref(['主题', 'Subject'], subject).required().listed(['采集任务', 'Jobs']),
    cron: f
      .text(['执行计划', 'Schedule'])
      .required()
      .max(50)
      .initial('0 0 3 * * ?')
      .help([
        '秒 分 时 日 月 周，北京时间，如 0 0 3 * * ? 为每天 03:00',
        'second minute hour day month weekday in Beijing time; 0 0 3 * * ? is every day at 03:00',
      ])
      .specimen(({ serial }) => `0 ${serial % 60} 3 * * ?`),
    proxyId: f.ref(['代理', 'Proxy'], proxy),
    userAgentId: f.ref(['User-Agent', 'User agent'], userAgent),
    isWhole: f
      .dict(['全量采集', 'Full collection'], yesNo)
      .required()
      .initial('0')
      .help(['否：只采上次成功之后的变化', 'No: only changes since the last complete run']),
    autoPush: f
      .dict(['自动推送', 'Push automatically'], yesNo)
      .required()
      .initial('1')
      .help([
        '否：结果留在「数据推送」，由人工推送',
        'No: results wait on the page “Data push” to be pushed by hand',
      ]),
    lastRunTime: f.time(['上次执行', 'Last run']).computed(),
    lastResult: f.dict(['上次结果', 'Last result'], spiderResult).computed(),
    lastPages: f.integer(['页数', 'Pages']).computed(),
    lastItems: f.integer(['条数', 'Items']).computed(),
    lastNew: f.integer(['新增', 'New']).computed(),
    lastMessage: f.note(['信息', 'Message']).max(1000).computed().english('lastMessageEn'),
    lastMessageEn: f.note(['信息（英文）', 'Message in English']).max(1000).computed(),
    nextRunTime: f.time(['下次执行', 'Next run']).computed(),
    resumeTime: f.time(['续采时间', 'Resumes at']).computed(),
    doneUntil: f.time(['已采至', 'Collected up to']).computed(),
    position: f.note(['断点', 'Resume point']).max(4000).computed(),
    stopTime: f.time(['停止时间', 'Stopped at']).computed(),
    jobStatus: f.dict(['状态', 'Status'], jobStatus).computed().initial(stopped),
  },
  validators: [{ fields: ['cron'], check: ({ cron }) => cronFault(cron) }],
  states: { field: 'jobStatus', initial: stopped, editable: [stopped, paused] },
  actions: {
    start: {
      label: ['启动', 'Start'],
      from: [stopped, paused],
      to: running,
      at: 'selection',
      set: ({ cron }, _input, { now }) => ({
        nextRunTime: nextRun(cron, now),
        resumeTime: null,
        stopTime: null,
      }),
      done: ['已按计划运行', 'Running on its schedule'],
    },
    stop: {
      label: ['停止', 'Stop'],
      from: [stopped, running, paused],
      to: stopped,
      at: 'selection',
      ask: [
        '正在运行的一次在当前页后停止，下次从断点继续，确定停止？',
        'A run under way stops after its current page and resumes there next time. Stop it?',
      ],
      set: (_row, _input, { now }) => ({ nextRunTime: null, resumeTime: null, stopTime: now }),
      done: ['已停止', 'Stopped'],
    },
    trigger: {
      label: ['立即执行', 'Run now'],
      from: [stopped, running, paused],
      set: () => ({ resumeTime: null, stopTime: null }),
      done: ['已开始执行，结果见运行日志', 'Run started; see the run logs'],
    },
    close: {
      label: ['关闭', 'Close'],
      from: [stopped, running, paused],
      to: closed,
      ask: ['关闭后不能再启动，确定关闭？', 'A closed job can never be started again. Close it?'],
      set: (_row, _input, { now }) => ({ nextRunTime: null, resumeTime: null, stopTime: now }),
      danger: true,
      done: ['已关闭', 'Closed'],
    },
    suspend: {
      label: ['暂停', 'Paused'],
      from: [running],
      to: paused,
      by: 'job',
      set: () => ({ nextRunTime: null }),
    },
  },
  views: {
    monitor: {
      label: ['采集监控', 'Job monitor'],
      code: 'sp_mon',
      path: '/spider/monitor',
      icon: 'BarChartOutlined',
      note: [
        '各任务最近一次执行的结果与下次执行时间',
        'Result of each job’s last run, and its next run',
      ],
      scope: permission('sp_mon'),
      columns: [
        'jobName',
        'jobStatus',
        'lastResult',
        'nextRunTime',
        'lastRunTime',
        'lastMessage',
        'lastItems',
        'lastNew',
        'lastPages',
        'resumeTime',
      ],
      actions: ['view', 'trigger', 'stop'],
      menu: [spiderGroup, 1],
      grants: collectingGrants,
    },
    all: {
      label: ['采集任务', 'Jobs'],
      code: 'sp_job',
      path: '/spider/job',
      icon: 'ClockCircleOutlined',
      note: [
        '按计划或手动执行；同一任务不会同时运行两次',
        'On schedule or by hand; a job never runs twice at once',
      ],
      scope: permission('sp_job'),
      actions: ['add', 'edit', 'view', 'delete', 'start', 'trigger', 'stop', 'close', 'history'],
      menu: [spiderGroup, 5],
      grants: collectingGrants,
    },
  },
  list: {
    columns: [
      'jobName',
      'subjectId',
      'cron',
      'jobStatus',
      'nextRunTime',
      'lastResult',
      'lastRunTime',
    ],
    filters: ['jobName', 'subjectId', 'jobStatus', 'lastResult'],
    sort: '-createTime',
  },
  form: [
    {
      key: 'job',
      title: ['任务', 'Job'],
      fields: ['jobName', 'subjectId', 'cron', 'proxyId', 'userAgentId', 'isWhole', 'autoPush'],
    },
    {
      key: 'state',
      title: ['运行情况', 'Run status'],
      fields: [],
      shown: [
        'nextRunTime',
        'resumeTime',
        'lastRunTime',
        'lastResult',
        'lastPages',
        'lastItems',
        'lastNew',
        'doneUntil',
        'lastMessage',
      ],
    },
  ],
  access: {
    read: permission('sp_job'),
    write: permission('sp_job_edit'),
  },
});
