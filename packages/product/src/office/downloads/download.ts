import { any, coded, everyone, permission } from '@keyan/kernel/access/scope.ts';
import { attachmentCategory, f } from '@keyan/kernel/definition/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { enableStatus } from '../../shared/dictionaries.ts';
import { allTo } from '../../shared/grants.ts';
import { publishers } from '../../shared/roles.ts';
import { downloadCategory } from '../notices/dictionaries.ts';

/**
 * 下载专区: forms, regulations and manuals for everybody. What is disabled
 * is there only for those who look after it.
 */
export const download = defineResource({
  key: 'downloadZone',
  label: ['下载专区', 'Download'],
  words: { add: ['新增文件', 'New entry'], edit: ['编辑文件', 'Edit entry'] },
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
    status: f.dict(['状态', 'Status'], enableStatus).required().initial('1'),
  },
  views: {
    manage: {
      label: ['下载专区管理', 'Downloads'],
      code: 'download',
      path: '/office/download',
      note: [
        '启用的条目显示在顶栏的下载专区里',
        'Enabled entries appear under Downloads in the top bar',
      ],
      scope: everyone(),
      actions: ['add', 'edit', 'view', 'delete', 'history'],
      menu: ['office', 2],
      icon: 'DownloadOutlined',
      grants: allTo(...publishers),
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
      fields: ['name', 'describe', 'category', 'sort', 'status'],
    },
    { key: 'files', title: ['文件', 'Files'], fields: ['files'] },
  ],
  access: {
    read: any(permission('download'), coded('status', '1')),
    write: permission('download_edit'),
    pageless: true,
  },
});
