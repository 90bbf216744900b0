import { everyone, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { allActionsFor } from '../../shared/grants.ts';

/** 选用字典: the dictionary entries that the form of a resource offers (spec §7). */
export const chooseDict = defineResource({
  key: 'chooseDict',
  label: ['选用字典', 'Entries in use'],
  words: { plural: ['选用字典', 'Entries in use'] },
  table: 'choose_dict',
  path: 'kh-edu-research/chooseDict',
  scarce: { records: 'few', because: 'most forms offer whole dictionaries' },
  title: 'chooseName',
  fields: {
    chooseName: f.text(['名称', 'Name']).max(120).computed().searchable(),
    bizKind: f
      .text(['业务类型', 'Kind of record'])
      .requiredInDraft()
      .max(60)
      .format({
        test: (value) => /^\w{1,60}$/.test(value),
        message: ['没有这种业务', 'There is no such kind of record'],
        example: 'papersapp',
      })
      .specimen(() => 'papersapp'),
    dictCode: f
      .text(['字典', 'Dictionary'])
      .required()
      .max(50)
      .format({
        test: (value) => /^\w{1,50}$/.test(value),
        message: ['没有这个字典', 'There is no such dictionary'],
        example: 'paperType',
      })
      .specimen(() => 'paperType'),
    dictKeys: f
      .text(['启用项', 'Entries in use'])
      .required()
      .max(4000)
      .format({
        test: (value) => /^[^,\s]{1,60}(,[^,\s]{1,60})*$/.test(value),
        message: ['请选择启用项', 'Choose the entries'],
        example: '01,02',
      })
      .help([
        '表单和导入只提供这些项；已有记录保留原值，查询和统计不受影响',
        'Forms and imports offer only these entries; existing records keep their values, and queries and statistics are not affected',
      ])
      .specimen(() => '01'),
    year: f
      .year(['年度', 'Year'])
      .help(['不填为每年', 'Empty means every year'])
      .specimen(({ serial }) => 2030 + (serial % 60)),
    remark: f.text(['备注', 'Remark']).max(200),
  },
  views: {
    manage: {
      label: ['选用字典', 'Entries in use'],
      code: 'cdict',
      path: '/office/chooseDict',
      note: [
        '为某种业务的表单选定可用的字典项；指定年度的优先',
        'Which dictionary entries the form of a kind offers; settings for a year take precedence',
      ],
      scope: everyone(),
      actions: ['add', 'edit', 'view', 'delete', 'history'],
      menu: ['office', 8],
      icon: 'CheckSquareOutlined',
      grants: allActionsFor('admin', 'rd_admin'),
    },
  },
  list: {
    columns: ['chooseName', 'bizKind', 'dictCode', 'dictKeys', 'year'],
    filters: ['chooseName', 'bizKind', 'dictCode', 'year'],
    sort: 'chooseName',
  },
  form: [
    {
      key: 'choice',
      title: ['选用字典', 'Entries in use'],
      fields: ['bizKind', 'dictCode', 'year', 'dictKeys', 'remark'],
    },
  ],
  access: { read: permission('cdict'), write: permission('cdict_edit') },
});

/** Resource whose form has dictionaries, and these dictionaries. */
export interface DictForm {
  readonly kind: string;
  readonly label: string;
  readonly dictionaries: readonly { readonly code: string; readonly label: string }[];
}
