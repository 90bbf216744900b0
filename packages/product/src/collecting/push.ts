import { permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { dedupCodes, dedupResult, pushStates, pushStatus, spiderSource } from './dictionaries.ts';
import { collectedThesis, job, registeredPaper, site } from './faces.ts';
import { collectingGrants, spiderGroup, spiderService } from './service.ts';

const { waiting, pushed, ignored, unfit } = pushStates;

/**
 * 数据推送: a collected work, and the result of its push to 收录论文库. A later version of the work
 * updates the same record; the raw response is stored unchanged.
 */
export const spiderPush = defineResource({
  key: 'spiderPush',
  label: ['数据推送', 'Data push'],
  words: { plural: ['数据推送', 'Data push'] },
  path: `${spiderService}/push`,
  scarce: { records: 'none', because: 'a run of a job writes it' },
  title: 'rawTitle',
  fields: {
    siteId: f.ref(['站点', 'Site'], site).computed(),
    jobId: f.ref(['任务', 'Job'], job).computed(),
    sourceKind: f.dict(['数据来源', 'Source'], spiderSource).computed(),
    sourceItem: f.text(['来源编号', 'Source no.']).max(300).computed().searchable(),
    sourceVersion: f.text(['版本', 'Version']).max(50).computed(),
    rawTitle: f.text(['题目', 'Title']).max(500).computed().searchable(),
    dedupResult: f
      .dict(['查重', 'Duplicate check'], dedupResult)
      .computed()
      .initial(dedupCodes.fresh),
    pushStatus: f.dict(['推送状态', 'Push'], pushStatus).computed().initial(waiting),
    pushTime: f.time(['推送时间', 'Pushed']).computed(),
    message: f.note(['说明', 'Message']).max(500).computed().english('messageEn'),
    messageEn: f.note(['说明（英文）', 'Message in English']).max(500).computed(),
    thesisId: f
      .ref(['收录题录', 'Collected record'], collectedThesis)
      .computed()
      .listed(['采集来源', 'Collection source']),
    paperId: f.ref(['已登记的论文', 'Registered paper'], registeredPaper).computed(),
    // JSON of the values that this source last gave, by field name of the collected record.
    given: f.note(['来源字段', 'Fields of the source']).max(20_000).computed(),
    raw: f.note(['原始应答', 'Raw answer']).max(200_000).computed(),
    differences: f
      .rows(['与人工修改的差异', 'Differences from manual changes'], {
        fieldName: f.text(['字段', 'Field']).max(50),
        ours: f.text(['本系统', 'This system']).max(500),
        theirs: f.text(['来源', 'Source']).max(500),
      })
      .computed(),
  },
  states: { field: 'pushStatus', initial: waiting, editable: [] },
  actions: {
    push: {
      label: ['推送', 'Push'],
      from: [waiting, ignored, unfit],
      at: 'selection',
      by: permission('sp_push'),
      done: ['已交后台推送', 'Being pushed in the background'],
    },
    ignore: {
      label: ['忽略', 'Ignore'],
      from: [waiting, unfit],
      to: ignored,
      at: 'selection',
      by: permission('sp_push'),
      done: ['已忽略', 'Ignored'],
    },
    take: {
      label: ['采用来源值', 'Use source values'],
      from: [pushed],
      by: permission('sp_push'),
      ask: [
        '收录题录的这些字段改为来源的值，确定？',
        'These fields of the collected record will take the source’s values. Continue?',
      ],
      guard: {
        fields: ['differences'],
        check: ({ differences }) =>
          (differences ?? []).length > 0 ? null : ['没有差异', 'There are no differences'],
      },
      done: ['已采用', 'Source values used'],
    },
    follow: {
      label: ['推送结果', 'Outcome'],
      from: [waiting, pushed, ignored, unfit],
      by: 'job',
    },
    accepted: {
      label: ['进入收录论文库', 'Added to the collected papers'],
      from: [waiting, pushed, ignored, unfit],
      to: pushed,
      by: 'job',
    },
    refused: {
      label: ['不能进入收录论文库', 'Not added to the collected papers'],
      from: [waiting, pushed, ignored, unfit],
      to: unfit,
      by: 'job',
    },
  },
  views: {
    all: {
      label: ['数据推送', 'Data push'],
      code: 'sp_push',
      path: '/spider/push',
      icon: 'SendOutlined',
      note: [
        '采集结果查重后进入收录论文库，发布后由作者认领',
        'Collected results are checked for duplicates and added to the collected papers; once released, authors claim them',
      ],
      scope: permission('sp_push'),
      actions: ['view', 'push', 'ignore', 'take', 'export', 'history'],
      menu: [spiderGroup, 7],
      grants: collectingGrants,
    },
  },
  list: {
    columns: [
      'rawTitle',
      'siteId',
      'dedupResult',
      'pushStatus',
      'pushTime',
      'message',
      'sourceItem',
      'sourceVersion',
    ],
    filters: ['rawTitle', 'siteId', 'jobId', 'dedupResult', 'pushStatus', 'pushTime'],
    sort: '-createTime',
  },
  form: [
    {
      key: 'work',
      title: ['采集结果', 'Collected results'],
      fields: [
        'rawTitle',
        'siteId',
        'jobId',
        'sourceKind',
        'sourceItem',
        'sourceVersion',
        'dedupResult',
        'pushStatus',
        'pushTime',
        'thesisId',
        'paperId',
        'message',
      ],
    },
    { key: 'differences', title: ['差异', 'Differences'], fields: ['differences'] },
    { key: 'raw', title: ['来源数据', 'Source data'], fields: ['given', 'raw'] },
  ],
  access: { read: permission('sp_push'), write: permission('sp_push_push') },
});
