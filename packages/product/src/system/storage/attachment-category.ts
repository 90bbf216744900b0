import { everyone, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { recordData } from '../../shared/attachments.ts';
import { yesNo } from '../../shared/dictionaries.ts';
import { allActionsFor } from '../../shared/grants.ts';

/**
 * 附件目录: attachment categories of a resource. Rows are created from the definition (ruling 29) and apply at once in
 * forms and on the server. Conditions in a definition, such as files required of some records, still apply.
 */
export const attachmentCategory = defineResource({
  key: 'attachmentCategory',
  label: ['附件目录', 'Attachment category'],
  words: { plural: ['附件目录', 'attachment categories'] },
  table: 'attachment_category',
  path: 'blade-resource/attachment/attachment',
  title: 'name',
  englishTitle: 'nameEn',
  fields: {
    resource: f
      .text(['业务种类', 'Kind'])
      .requiredInDraft()
      .max(60)
      .unique((key) => key, 'catalog')
      .specimen(({ serial }) => `kind${serial}`),
    kindName: f.text(['业务名称', 'Kind of record']).max(60).computed().searchable(),
    catalog: f.dict(['目录', 'Category'], recordData).required(),
    name: f.text(['目录名称', 'Name']).requiredInDraft().max(60).searchable(),
    nameEn: f.text(['英文名称', 'English name']).max(120),
    isRequired: f.dict(['必传', 'Required'], yesNo).required().initial('0'),
    most: f.integer(['最多文件数', 'Maximum files']).required().between(1, 1000).initial(1000),
    megabytes: f
      .integer(['单个文件上限（MB）', 'Size limit per file (MB)'])
      .between(1, 2000)
      .help([
        '留空时按参数 upload.maxSize；两者取小',
        'If empty, the parameter upload.maxSize applies; the smaller of the two counts',
      ]),
    sort: f.integer(['排序', 'Order']).required().between(0, 9999).initial(1),
  },
  views: {
    manage: {
      label: ['附件目录', 'Attachment categories'],
      code: 'attachmentCategory',
      path: '/resource/attachmentCategory',
      note: [
        '各类记录的上传目录；修改后表单和提交校验立即按新的要求',
        'Upload categories of each kind of record; changes apply to forms and submission checks immediately',
      ],
      scope: everyone(),
      actions: ['add', 'edit', 'view', 'delete', 'history'],
      menu: ['system', 4],
      icon: 'FolderOutlined',
      grants: allActionsFor('admin'),
    },
  },
  list: {
    columns: ['name', 'kindName', 'catalog', 'isRequired', 'most', 'megabytes', 'sort'],
    filters: ['kindName', 'name', 'catalog', 'isRequired', 'resource'],
    sort: 'resource',
  },
  form: [
    {
      key: 'category',
      title: ['附件目录', 'Attachment category'],
      fields: ['resource', 'catalog', 'name', 'nameEn', 'isRequired', 'most', 'megabytes', 'sort'],
    },
  ],
  access: { read: permission('attachmentCategory'), write: permission('attachmentCategory_edit') },
});
