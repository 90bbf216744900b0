import { anyScope, own, permission } from '@keyan/kernel/access/scope.ts';
import { attachmentCategory } from '@keyan/kernel/definition/field/categories.ts';
import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { fillStatus, fills } from './dictionaries.ts';

/** Path prefix of the calls about filled tables. */
export const fillService = 'kh-edu-research/statistics/fill';

/** Permission code of the page; `fillAllCode` permits reading tables of other officers. */
export const fillCode = 'st_fill';
export const fillAllCode = `${fillCode}_all`;

/** Fields of a table that its questions read. */
export const fillFace = face('fillTable', ['反向填报', 'Requested table'], {
  tableName: f.text(['表名', 'Table']).requiredInDraft().max(120).searchable(),
  authority: f.text(['要求单位', 'Asked by']).required().max(100).searchable(),
});

/** Permission to read tables of other officers. */
export const othersFills = permission(fillAllCode);

const officer = ['add', 'edit', 'view', 'delete', 'export', 'history'] as const;

/**
 * 反向填报: empty table of an authority, filled from records. Mapping and cells are stored in
 * separate tables (`store.server.ts`), after the officer confirmed the mapping (decision 0570).
 */
export const fillTable = defineResource({
  key: 'fillTable',
  label: fillFace.label,
  words: { plural: ['反向填报', 'Requested tables'], add: ['上传空表', 'Upload a table'] },
  table: 'fill_table',
  path: fillService,
  scarce: { records: 'none', because: 'authorities send some tables a year' },
  title: 'tableName',
  fields: {
    ...fillFace.fields,
    tableYear: f.year(['年度', 'Year']),
    dueDate: f.date(['截止日期', 'Due on']),
    page: f
      .text(['填报对象', 'Records'])
      .required()
      .max(60)
      .help([
        '表中每一行是什么：项目、论文、人员……按您在该页面能看到的记录填',
        'What each row is (projects, papers, people …); filled from the records you can view on that page',
      ])
      .specimen(() => 'st_fill'),
    pageName: f.text(['填报对象', 'Records']).max(120).computed(),
    sourceKey: f.text(['记录种类', 'Kind of record']).max(60).computed(),
    conditions: f
      .text(['哪些记录', 'Which records'])
      .max(2000)
      .help([
        '选一个保存的视图，或直接设筛选；不设时为该页面全部记录',
        'Choose a saved view, or set filters; if neither, all records of the page',
      ])
      .specimen(() => null),
    remark: f.note(['备注', 'Remarks']).max(500),
    attachments: f.files(
      ['空表文件', 'Empty table'],
      [attachmentCategory('99', ['空表', 'Empty table'], { required: true })],
    ),
    status: f.dict(['状态', 'Status'], fillStatus).computed().initial(fills.matching),
    headingsKey: f.text(['表头', 'Headings']).max(64).computed(),
    rowCount: f.integer(['行数', 'Rows']).computed().initial(0),
    known: f.integer(['已知', 'Known']).computed().initial(0),
    fromLast: f.integer(['沿用去年', 'From last year']).computed().initial(0),
    given: f.integer(['答复与手填', 'Answered or entered']).computed().initial(0),
    unknown: f.integer(['待答', 'Unknown']).computed().initial(0),
    filledAt: f.time(['填报时间', 'Filled']).computed(),
  },
  list: {
    columns: [
      'tableName',
      'status',
      'authority',
      'tableYear',
      'pageName',
      'rowCount',
      'unknown',
      'dueDate',
      'filledAt',
    ],
    filters: ['authority', 'tableYear', 'status', 'dueDate'],
    sort: '-createTime',
  },
  form: [
    {
      key: 'table',
      title: ['空表', 'Table'],
      fields: ['tableName', 'authority', 'tableYear', 'dueDate', 'attachments'],
      shown: ['rowCount', 'known', 'fromLast', 'given', 'unknown', 'filledAt'],
    },
    {
      key: 'rows',
      title: ['用哪些记录填', 'Records to fill from'],
      fields: ['page', 'conditions', 'remark'],
    },
    { key: 'work', title: ['填报', 'Filling'], fields: [], shown: ['status'] },
  ],
  states: { field: 'status', initial: fills.matching, editable: [fills.matching, fills.filling] },
  actions: {
    filled: {
      label: ['按对应填报', 'Fill'],
      from: [fills.matching, fills.filling],
      to: fills.filling,
      by: 'job',
    },
    handedOut: {
      label: ['登记报出', 'Record as reported'],
      from: [fills.filling],
      to: fills.handed,
      by: 'job',
    },
    reopen: {
      label: ['继续填报', 'Continue filling'],
      from: [fills.handed],
      to: fills.filling,
      ask: [
        '报出台账中的这一次保持不变；再次报出时另记一次。继续填报？',
        'The entry in the register stays as it was reported; reporting again adds another entry. Continue filling?',
      ],
    },
  },
  access: { read: anyScope(own(), othersFills), write: own() },
  views: {
    all: {
      label: ['反向填报', 'Requested tables'],
      none: [
        '还没有空表：点「上传空表」选择上级发来的 Excel 或 Word，系统按记录填好，缺的问本人',
        'No tables yet: use “Upload a table” for the Excel or Word file sent by an authority; the system fills it from records and asks people for the rest',
      ],
      code: fillCode,
      path: '/statistics/fill',
      icon: 'FileTextOutlined',
      scope: anyScope(own(), othersFills),
      menu: ['stat', 20],
      note: [
        '上传上级的空表，列对应到字段，按记录填好；缺的向本人各问一次，对应关系留到明年',
        'Upload an authority’s empty table, match its columns to fields and fill it from records; people are asked once for what is missing, and the matching is kept for next year',
      ],
      actions: ['add', 'edit', 'view', 'delete', 'reopen', 'export', 'history'],
      grants: {
        rd_admin: 'all',
        rd_project: [...officer, 'reopen'],
        rd_achieve: [...officer, 'reopen'],
        rd_fund: [...officer, 'reopen'],
        dept_secretary: [...officer, 'reopen'],
      },
      rights: [
        {
          code: fillAllCode,
          label: ['查看他人的填报', 'View tables of others'],
          roles: ['rd_admin'],
        },
      ],
    },
  },
});
