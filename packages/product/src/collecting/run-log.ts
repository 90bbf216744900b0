import { permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { runResultCodes, spiderResult } from './dictionaries.ts';
import { job } from './faces.ts';
import { collectingGrants, spiderGroup, spiderService } from './service.ts';

/** 运行日志: one run of a job with its counts and all its requests. */
export const spiderLog = defineResource({
  key: 'spiderLog',
  label: ['运行日志', 'Run log'],
  words: { plural: ['运行日志', 'Run logs'] },
  path: `${spiderService}/log`,
  scarce: { records: 'none', because: 'a run of a job writes it' },
  title: 'jobName',
  fields: {
    jobId: f.ref(['任务', 'Job'], job).computed().listed(['运行日志', 'Run logs']),
    jobName: f.text(['任务名称', 'Job name']).max(50).computed().searchable(),
    startTime: f.time(['开始', 'Start']).computed(),
    endTime: f.time(['结束', 'End']).computed(),
    pageNum: f.integer(['页数', 'Pages']).computed(),
    itemNum: f.integer(['条数', 'Items']).computed(),
    newNum: f.integer(['新增', 'New']).computed(),
    updateNum: f.integer(['更新', 'Updated']).computed(),
    dupNum: f.integer(['重复', 'Duplicates']).computed(),
    failNum: f.integer(['未收', 'Not collected']).computed(),
    byteNum: f.integer(['字节数', 'Bytes']).computed(),
    runResult: f.dict(['结果', 'Result'], spiderResult).computed().initial(runResultCodes.running),
    message: f.note(['信息', 'Message']).max(1000).computed().english('messageEn'),
    messageEn: f.note(['信息（英文）', 'Message in English']).max(1000).computed(),
    calls: f
      .rows(['请求', 'Requests'], {
        at: f.time(['时间', 'Time']),
        address: f.text(['地址', 'Address']).max(500),
        answer: f.integer(['状态码', 'Status']),
        bytes: f.integer(['字节', 'Bytes']),
        milliseconds: f.integer(['毫秒', 'Milliseconds']),
        again: f.integer(['重试', 'Retry']),
        fault: f.text(['错误', 'Error']).max(200),
      })
      .computed(),
  },
  views: {
    all: {
      label: ['运行日志', 'Run logs'],
      code: 'sp_log',
      path: '/spider/log',
      icon: 'FileTextOutlined',
      note: [
        '每次执行的页数、条数与请求；不含密钥',
        'Pages, records and requests of each run; no secrets',
      ],
      scope: permission('sp_log'),
      actions: ['view', 'export'],
      menu: [spiderGroup, 6],
      grants: collectingGrants,
    },
  },
  list: {
    columns: [
      'jobName',
      'runResult',
      'startTime',
      'endTime',
      'pageNum',
      'itemNum',
      'newNum',
      'updateNum',
      'dupNum',
      'failNum',
      'message',
    ],
    filters: ['jobId', 'startTime', 'runResult'],
    sort: '-startTime',
  },
  form: [
    {
      key: 'run',
      title: ['运行', 'Run'],
      fields: [
        'jobId',
        'jobName',
        'runResult',
        'startTime',
        'endTime',
        'pageNum',
        'itemNum',
        'newNum',
        'updateNum',
        'dupNum',
        'failNum',
        'byteNum',
        'message',
      ],
    },
    { key: 'calls', title: ['请求', 'Requests'], fields: ['calls'] },
  ],
  access: { read: permission('sp_log'), write: permission('sp_log') },
});
