import { anyScope, everyone, permission, withCode } from '@keyan/kernel/access/scope.ts';
import { attachmentCategory } from '@keyan/kernel/definition/field/categories.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { enableStatus } from '../../shared/dictionaries.ts';
import { allActionsFor } from '../../shared/grants.ts';
import { publisherRoles } from '../../shared/roles.ts';
import { downloadCategory } from '../notices/dictionaries.ts';

/** Codes of the dictionary `enableStatus`. */
export const downloadStatusCodes = { off: '0', on: '1' } as const;

/**
 * 下载专区: forms, regulations and manuals for everyone; disabled entries are visible to their
 * editors only.
 */
export const download = defineResource({
  key: 'downloadZone',
  label: ['下载专区', 'Download'],
  words: { add: ['新增文件', 'New file'], edit: ['编辑文件', 'Edit entry'] },
  table: 'download_zone',
  path: 'kh-edu-research/downloadZone',
  title: 'name',
  fields: {
    name: f.text(['文件名', 'Name']).requiredInDraft().max(100).searchable(),
    describe: f.text(['说明', 'Description']).max(300),
    category: f.dict(['分类', 'Category'], downloadCategory).required().initial('9'),
    files: f.files(
      ['文件', 'Files'],
      [attachmentCategory('99', ['文件', 'Files'], { required: true, limit: 20 })],
    ),
    sort: f.integer(['排序', 'Order']).between(0, 9999).initial(1),
    status: f.dict(['状态', 'Status'], enableStatus).computed().initial(downloadStatusCodes.on),
  },
  states: { field: 'status', initial: downloadStatusCodes.on },
  actions: {
    enable: {
      label: ['启用', 'Enable'],
      from: [downloadStatusCodes.off],
      to: downloadStatusCodes.on,
      at: 'selection',
      done: ['启用成功', 'Enabled'],
    },
    disable: {
      label: ['停用', 'Disable'],
      from: [downloadStatusCodes.on],
      to: downloadStatusCodes.off,
      at: 'selection',
      ask: [
        '停用这个条目？停用后下载专区里不再显示，可以重新启用',
        'Disable this file? It will no longer show under Downloads; it can be enabled again',
      ],
      danger: true,
      done: ['停用成功', 'Disabled'],
    },
  },
  views: {
    manage: {
      label: ['下载专区管理', 'Downloads'],
      code: 'download',
      path: '/office/download',
      note: [
        '启用的条目显示在顶栏的下载专区里',
        'Enabled files appear under Downloads in the top bar',
      ],
      scope: everyone(),
      actions: ['add', 'edit', 'view', 'delete', 'enable', 'disable', 'history'],
      menu: ['office', 2],
      icon: 'DownloadOutlined',
      grants: allActionsFor(...publisherRoles),
    },
  },
  list: {
    columns: ['name', 'describe', 'category', 'files', 'sort', 'status'],
    filters: ['category', 'status'],
    sort: 'sort',
  },
  form: [
    {
      key: 'entry',
      title: ['条目', 'Entry'],
      fields: ['name', 'describe', 'category', 'sort'],
    },
    { key: 'files', title: ['文件', 'Files'], fields: ['files'] },
  ],
  access: {
    read: anyScope(permission('download'), withCode('status', downloadStatusCodes.on)),
    write: permission('download_edit'),
    pageless: true,
  },
});
