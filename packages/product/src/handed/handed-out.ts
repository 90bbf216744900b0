import { anyScope, own, permission } from '@keyan/kernel/access/scope.ts';
import { attachmentCategory } from '@keyan/kernel/definition/field/categories.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import {
  handed,
  handedRecipient,
  handedSource,
  handedSources,
  handedStatus,
} from './dictionaries.ts';

/** Path prefix of the calls about submissions. */
export const handedService = 'kh-edu-research/statistics/outgoing';

/** Permission code of the page; `handedAllCode` permits reading submissions of others. */
export const handedCode = 'st_out';
export const handedAllCode = `${handedCode}_all`;

const reading = anyScope(own(), permission(handedAllCode));
const keeper = [
  'add',
  'edit',
  'view',
  'delete',
  'register',
  'withdraw',
  'export',
  'history',
] as const;

/**
 * 报出台账: submission to an outside recipient, with all cells as of then and the records behind
 * each (`store.server.ts`). Never changed; the next submission is compared with it (decision 0571).
 */
export const handedOut = defineResource({
  key: 'handedOut',
  label: ['报出台账', 'Reported data'],
  words: {
    plural: ['报出台账', 'Register of reported data'],
    add: ['手工登记', 'Record manually'],
  },
  table: 'handed_out',
  path: handedService,
  scarce: { records: 'none', because: 'reports leave the house some times a year' },
  title: 'title',
  fields: {
    title: f.text(['报出内容', 'Subject']).requiredInDraft().max(160).searchable(),
    recipientKind: f.dict(['接收方类别', 'Recipient type'], handedRecipient).required(),
    recipient: f.text(['接收方', 'Recipient']).required().max(120).searchable(),
    occasion: f.text(['场合（用途）', 'Occasion']).max(200),
    handedOn: f.date(['报出日期', 'Reported on']).required(),
    year: f.year(['数据年度', 'Data year']),
    source: f
      .dict(['来源', 'Source'], handedSource)
      .computed()
      .initial(handedSources.manual)
      .specimen(() => handedSources.manual),
    sourceKey: f.text(['口径', 'Definition']).max(120).computed(),
    sourceKind: f.text(['来源种类', 'Source type']).max(60).computed(),
    sourceId: f.text(['来源记录', 'Source record']).max(20).computed(),
    figures: f
      .rows(['报出的数', 'Reported figures'], {
        name: f.text(['指标', 'Figure']).required().max(100),
        value: f.text(['数值', 'Value']).required().max(60),
        unit: f.text(['单位', 'Unit']).max(20),
        definition: f.note(['口径', 'Definition']).max(300),
      })
      .when(({ source }) => source === handedSources.manual),
    remark: f.note(['说明', 'Remarks']).max(500),
    attachments: f.files(
      ['报出的文件', 'Reported file'],
      [attachmentCategory('99', ['报出的文件', 'Reported file'])],
    ),
    cellCount: f.integer(['数据项', 'Data items']).computed().initial(0),
    status: f.dict(['状态', 'Status'], handedStatus).computed().initial(handed.draft),
    withdrawnFor: f.text(['撤回原因', 'Reason for withdrawal']).max(300).computed(),
  },
  list: {
    columns: [
      'title',
      'status',
      'recipient',
      'recipientKind',
      'handedOn',
      'year',
      'source',
      'cellCount',
      'occasion',
    ],
    filters: ['recipientKind', 'recipient', 'handedOn', 'year', 'source', 'status'],
    sort: '-handedOn',
  },
  form: [
    {
      key: 'handed',
      title: ['报出', 'Reported'],
      fields: ['title', 'recipientKind', 'recipient', 'handedOn', 'year', 'occasion', 'remark'],
      shown: ['source', 'cellCount', 'withdrawnFor'],
    },
    { key: 'figures', title: ['报出的数', 'Reported figures'], fields: ['figures'] },
    { key: 'files', title: ['文件', 'File'], fields: ['attachments'] },
    {
      key: 'work',
      title: ['内容与差异', 'Content and differences'],
      fields: [],
      shown: ['status'],
    },
  ],
  states: { field: 'status', initial: handed.draft, editable: [handed.draft] },
  actions: {
    register: {
      label: ['登记报出', 'Record as reported'],
      from: [handed.draft],
      to: handed.out,
      guard: {
        fields: ['figures'],
        check: ({ figures }) =>
          (figures ?? []).length === 0
            ? ['请先填写报出的数', 'Enter the reported figures first']
            : null,
        told: true,
      },
      ask: [
        '登记后内容不再改动，之后的报出与它比较。确定登记？',
        'The content can no longer be changed once recorded; later reports are compared with it. Record it?',
      ],
      done: ['已登记', 'Recorded'],
    },
    withdraw: {
      label: ['撤回', 'Withdraw'],
      from: [handed.out],
      to: handed.withdrawn,
      form: { withdrawnFor: f.reason(['撤回原因', 'Reason for withdrawal']).max(300) },
      set: (_row, { withdrawnFor }) => ({ withdrawnFor: String(withdrawnFor ?? '') }),
      danger: true,
      done: ['已撤回，不再作比较的基准', 'Withdrawn; no longer a basis for comparison'],
    },
  },
  access: { read: reading, write: anyScope(own(), permission(`${handedCode}_keep`)) },
  views: {
    all: {
      label: ['报出台账', 'Reported data'],
      none: [
        '还没有登记：反向填报和统计年报可一键登记，讲话等引用的数可手工登记',
        'Nothing recorded yet: requested tables and annual reports are recorded in one click, figures quoted in speeches manually',
      ],
      code: handedCode,
      path: '/statistics/outgoing',
      icon: 'SendOutlined',
      scope: reading,
      menu: ['stat', 22],
      note: [
        '每次对外报出的内容、时间、接收方都留底；再报时逐行看与上次、与报给别家的差异，说明一次即可',
        'Content, time and recipient of everything reported externally are kept; the next report shows its differences row by row, to be explained once',
      ],
      actions: [...keeper],
      grants: {
        rd_admin: 'all',
        rd_project: [...keeper],
        rd_achieve: [...keeper],
        rd_fund: [...keeper],
        dept_secretary: [...keeper],
        rd_leader: ['view', 'export', 'history'],
        school_leader: ['view'],
      },
      rights: [
        {
          code: handedAllCode,
          label: ['查看全部报出', 'View all reported data'],
          roles: ['rd_admin', 'rd_project', 'rd_achieve', 'rd_fund', 'rd_leader', 'school_leader'],
        },
        {
          code: `${handedCode}_keep`,
          label: ['维护他人的登记', 'Maintain entries of others'],
          roles: ['rd_admin'],
        },
      ],
    },
  },
});
