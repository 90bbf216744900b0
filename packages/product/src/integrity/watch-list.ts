import { permission } from '@keyan/kernel/access/scope.ts';
import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { readerActions } from '../shared/grants.ts';
import { watchListKind, watchListStatus, watchListStatusCodes } from './dictionaries.ts';

/** Fields of a watch list that its cases read. */
export const watchListFace = face('watchList', ['撤稿预警名单', 'Watch list'], {
  listName: f.text(['名单名称', 'List name']).requiredInDraft().max(100).searchable(),
  listKind: f.dict(['名单类型', 'List type'], watchListKind).requiredInDraft().initial('1'),
});

/** Permission code of the page; `watchListAdd` permits importing lists. */
export const watchListCode = 'watchlist';
export const watchListAdd = `${watchListCode}_bring`;

/**
 * 撤稿预警名单: list of retracted papers or suspicious journals, as published. Entries are stored
 * in a separate table and compared with the library each night (decision 0556).
 */
export const watchList = defineResource({
  key: 'watchList',
  label: watchListFace.label,
  words: { plural: ['撤稿预警名单', 'Watch lists'] },
  path: 'kh-edu-research/watchList',
  scarce: { records: 'few', because: 'a list is brought in once or twice a year' },
  title: 'listName',
  fields: {
    ...watchListFace.fields,
    issueDate: f.date(['名单日期', 'Date of the list']),
    fileName: f.text(['文件', 'File']).max(200).computed(),
    entries: f.integer(['条目', 'Entries']).computed(),
    hits: f.integer(['命中论文', 'Papers matched']).computed(),
    comparedAt: f.time(['最近核对', 'Last compared']).computed(),
    remarks: f.note(['说明', 'Remarks']).max(500),
    status: f
      .dict(['状态', 'Status'], watchListStatus)
      .computed()
      .initial(watchListStatusCodes.used),
  },
  list: {
    columns: [
      'listName',
      'status',
      'listKind',
      'issueDate',
      'entries',
      'hits',
      'comparedAt',
      'fileName',
    ],
    filters: ['listKind', 'status', 'issueDate'],
    sort: '-createTime',
  },
  form: [
    {
      key: 'list',
      title: ['名单', 'List'],
      fields: ['listName', 'listKind', 'issueDate', 'remarks'],
      shown: ['fileName', 'entries', 'hits', 'comparedAt'],
    },
  ],
  states: {
    field: 'status',
    initial: watchListStatusCodes.used,
    editable: [watchListStatusCodes.used],
  },
  actions: {
    compare: {
      label: ['重新核对', 'Compare again'],
      from: [watchListStatusCodes.used],
      done: ['正在核对，命中的论文将立案', 'Comparing; matched papers will open cases'],
    },
    retire: {
      label: ['停用', 'Retire'],
      from: [watchListStatusCodes.used],
      to: watchListStatusCodes.retired,
      ask: [
        '停用后不再核对，已立案件不受影响，确定？',
        'It will no longer be compared; existing cases are not affected. Disable it?',
      ],
    },
    reuse: {
      label: ['启用', 'Enable'],
      from: [watchListStatusCodes.retired],
      to: watchListStatusCodes.used,
    },
  },
  access: { read: permission(watchListCode), write: permission(`${watchListCode}_edit`) },
  views: {
    all: {
      label: ['撤稿预警名单', 'Watch lists'],
      none: [
        '还没有名单：点「导入名单」选择 Retraction Watch、预警期刊等文件，系统随即与论文库核对',
        'No lists yet: use “Import a list” for Retraction Watch, journal warning lists and the like; it is compared with the library at once',
      ],
      code: watchListCode,
      path: '/achievement/watchList',
      icon: 'FlagOutlined',
      scope: permission(watchListCode),
      menu: ['integrity', 2],
      grants: {
        rd_admin: 'all',
        rd_achieve: ['edit', 'view', 'compare', 'retire', 'reuse', 'export', 'history'],
        rd_leader: readerActions,
      },
      rights: [
        {
          code: watchListAdd,
          label: ['导入名单', 'Import a list'],
          roles: ['rd_admin', 'rd_achieve'],
        },
      ],
      actions: ['edit', 'view', 'compare', 'retire', 'reuse', 'export', 'history'],
    },
  },
});
