import { permission } from '@keyan/kernel/access/scope.ts';
import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { program } from '../../project/program/program.ts';
import { arrival } from '../refs.ts';
import { runResult, runResultCodes, syncOutcome, syncType } from './dictionaries.ts';
import { financeSource } from './finance-source.ts';
import { financeService, syncCode } from './objects.ts';

const source = face(financeSource.key, financeSource.label, { name: financeSource.fields.name });
const expense = face('fundsExpenditure', ['经费支出', 'Expense']);

/** 财务同步: one run of the exchange with the finance system, with its results. */
export const dataSync = defineResource({
  key: 'dataSync',
  label: ['财务同步', 'Finance sync'],
  words: { plural: ['财务同步', 'Finance sync'] },
  path: `${financeService}/sync`,
  scarce: { records: 'none', because: 'a run of the exchange makes one' },
  title: 'syncNum',
  fields: {
    syncNum: f.text(['同步编号', 'No.']).max(30).computed().searchable(),
    syncType: f.dict(['同步类型', 'Type'], syncType).computed(),
    sourceId: f.ref(['数据源', 'Source'], source).computed(),
    startRun: f.time(['开始', 'Started']).computed(),
    endRun: f.time(['结束', 'Ended']).computed(),
    total: f.integer(['总数', 'Rows']).computed(),
    addedNum: f.integer(['新增', 'Added']).computed(),
    updatedNum: f.integer(['更新', 'Updated']).computed(),
    skipNum: f.integer(['相同', 'Same']).computed(),
    differNum: f.integer(['差异', 'Different']).computed(),
    failNum: f.integer(['失败', 'Failed']).computed(),
    runResult: f.dict(['结果', 'Result'], runResult).computed().initial(runResultCodes.running),
    errorMsg: f.note(['错误信息', 'Error']).max(1000).computed(),
    position: f.text(['处理到', 'Processed up to']).max(100).computed(),
    lines: f
      .rows(['明细', 'Details'], {
        number: f.text(['编号', 'Number']).max(100),
        outcome: f.dict(['处理结果', 'Outcome'], syncOutcome),
        message: f.text(['说明', 'Message']).max(500),
        arriveId: f.ref(['到账', 'Arrival'], arrival),
        programId: f.ref(['项目', 'Project'], program),
        expenseId: f.ref(['支出', 'Expense'], expense),
      })
      .computed(),
  },
  views: {
    all: {
      label: ['财务同步', 'Finance sync'],
      code: 'fsync',
      path: '/funds/dataSync',
      icon: 'DownloadOutlined',
      note: [
        '按编号识别，重复同步不会重复入账；已入账的只登记差异，由人工处理',
        'Rows are identified by number, so repeated syncs never book twice; for booked records only differences are recorded, to be handled manually',
      ],
      scope: permission('fsync'),
      menu: ['funds', 11],
      actions: ['view', 'export'],
      grants: { rd_admin: 'all', rd_fund: 'all', finance: 'all' },
      rights: [
        {
          code: syncCode,
          label: ['同步', 'Sync'],
          roles: ['rd_admin', 'rd_fund', 'finance'],
        },
      ],
    },
  },
  list: {
    columns: [
      'syncNum',
      'syncType',
      'runResult',
      'sourceId',
      'startRun',
      'endRun',
      'total',
      'addedNum',
      'updatedNum',
      'skipNum',
      'differNum',
      'failNum',
    ],
    filters: ['syncType', 'sourceId', 'startRun', 'runResult'],
    sort: '-startRun',
  },
  form: [
    {
      key: 'run',
      title: ['运行', 'Run'],
      fields: [
        'syncNum',
        'syncType',
        'sourceId',
        'runResult',
        'startRun',
        'endRun',
        'total',
        'addedNum',
        'updatedNum',
        'skipNum',
        'differNum',
        'failNum',
        'position',
        'errorMsg',
      ],
    },
    { key: 'lines', title: ['明细', 'Details'], fields: ['lines'] },
  ],
  access: { read: permission('fsync'), write: permission('fsync') },
});
