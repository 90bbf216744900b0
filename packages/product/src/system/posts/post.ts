import { everyone, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { allActionsFor } from '../../shared/grants.ts';
import { postCategory } from './dictionaries.ts';

/** 岗位: positions that people hold in the university. A post gives no access to pages or records; roles do. */
export const post = defineResource({
  key: 'post',
  label: ['岗位', 'Post'],
  table: 'post',
  path: 'blade-system/post',
  title: 'postName',
  englishTitle: 'postNameEn',
  fields: {
    category: f.dict(['岗位类型', 'Category'], postCategory).required(),
    postCode: f
      .text(['岗位编号', 'Code'])
      .requiredInDraft()
      .max(30)
      .unique((value) => value)
      .searchable()
      .specimen(({ serial }) => `post_${serial}`),
    postName: f.text(['岗位名称', 'Name']).requiredInDraft().max(30).searchable(),
    postNameEn: f.text(['英文名称', 'English name']).max(60).searchable(),
    sort: f.integer(['排序', 'Sort']).required().initial(1),
    remark: f.text(['描述', 'Remark']).max(200),
  },
  views: {
    manage: {
      label: ['岗位管理', 'Posts'],
      code: 'post',
      path: '/system/post',
      note: [
        '岗位说明人员的任职，不带权限；权限由角色授予',
        'Posts describe what people do and carry no permissions; permissions come from roles',
      ],
      scope: everyone(),
      actions: ['add', 'edit', 'view', 'delete', 'import', 'export', 'history'],
      menu: ['system', 2],
      icon: 'IdcardOutlined',
      grants: allActionsFor('admin'),
    },
  },
  list: {
    columns: ['postName', 'postCode', 'category', 'sort', 'remark'],
    filters: ['category', 'postCode', 'postName'],
    sort: 'sort',
  },
  form: [
    {
      key: 'post',
      title: ['岗位', 'Post'],
      fields: ['postName', 'postNameEn', 'postCode', 'category', 'sort', 'remark'],
    },
  ],
  access: { read: permission('post'), write: permission('post_edit') },
});
